// Starts `kifu lsp` for records, and ends it with the window.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration("kifu").get("command");
  client = new LanguageClient(
    "kifu",
    "Kifu",
    { command, args },
    { documentSelector: [{ language: "kifu" }] },
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
