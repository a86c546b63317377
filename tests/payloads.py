"""The 42 payloads: what somebody may write where a name, a tag, a comment or an address belongs.

They are one list for all tests: a test takes all of them, or a part of the list.
"""

from __future__ import annotations

#: What would be markup, script, a template, a formula, a command or a path.
MARKUP = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]></svg><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    '"><img src=x onerror="alert(1)">',
    "' onmouseover='alert(1)",
    "</style><style>*{display:none}",
    "<base href=//evil.example><meta http-equiv=refresh content=0>",
    '</title></li><iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
    "<foreignObject><a xlink:href='javascript:alert(1)'>x</a></foreignObject>",
    "{{ 7 * 7 }}{% include 'x' %}",
    "{1}{2}{99}{who}{n}",
    "${alert(1)}`",
    "&lt;b&gt;&amp;&#60;",
    "[sound:x.mp3]{{c1::x}}",
    '=HYPERLINK("https://evil.example")',
    "'); DROP TABLE player; --",
    "| [x](https://evil.example) |\n---\nlicense: mit\n---\n# x",
    "__proto__",
    "../../../etc/passwd",
]
#: What turns a line around, has no width, no end, no font, or is no sign at all.
SIGNS = [
    "\u202egnirts\u2066",
    "\u202eilA\u202c\u2069 \u05d3\u05d5\u05d3",
    "\u2028\u2029\x07\x1b[31m",
    "a&amp;\"'`\\\x08\x1b\x7f",
    "a" * 300,
    "W" * 300,
    "棋" * 80,
    "千恵" * 60,
    "\u0628\u0633\u0645\ufdfa " * 8,
    "Z\u0351\u0352\u0489" * 20,
    "\U0001f1ef\U0001f1f5\U0001f468\u200d\U0001f469",
    "\u2603 \u21bb \U00012031" * 9,
]
#: What would be loaded, were it an address.
ADDRESSES = [
    "javascript:alert(1)",
    "\tjavascript:alert(2)",
    "data:text/html,<script>alert(1)</script>",
    "blob:null/5",
    "//evil.example/matches/1.html",
    "https://evil.example/x.html",
    "https://[",
    "about:blank",
    "view-source:1.html",
]

PAYLOADS = [*MARKUP, *SIGNS, *ADDRESSES]
#: What no file can hold, but a record that a program makes.
BEYOND = "a\x00\ud800b"
