// Starts `martlet --language-server`, and shows explanations beside a script.
"use strict";
const { ViewColumn, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function (context) {
  const settings = workspace.getConfiguration("martlet");
  const args = ["--language-server", ...settings.get("arguments")];
  const options = {
    documentSelector: [{ language: "martlet" }],
    middleware: {
      executeCommand: async (command, parameters, next) => {
        const text = await next(command, parameters);
        if (command !== "martlet.explain" || typeof text !== "string") return text;
        const document = await workspace.openTextDocument({ content: text });
        return window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
      },
    },
  };
  client = new LanguageClient("martlet", "Martlet", { command: settings.get("command"), args }, options);
  await client.start();
};

exports.deactivate = () => client?.stop();
