import js from "@eslint/js";
import parser from "@typescript-eslint/parser";

export default [
  { ignores: ["**/static/min/", "**/*.d.ts"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    languageOptions: { parser, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // What names mean and whether they are used is for tsc to know.
      "no-undef": "off",
      "no-unused-vars": "off",
      "no-control-regex": "off",
      "array-callback-return": "error",
      "eqeqeq": ["error", "always", { null: "ignore" }],
      "no-restricted-syntax": ["error", "TSAnyKeyword"],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": ["error",
        { property: "innerHTML", message: "Text never becomes markup: use make() and put()." },
        { property: "insertAdjacentHTML", message: "Text never becomes markup: use make() and put()." }],
      "no-template-curly-in-string": "error",
      "no-unneeded-ternary": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "off",
    },
  },
];
