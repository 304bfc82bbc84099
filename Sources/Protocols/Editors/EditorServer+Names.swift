import Diagnostics
import JSONRPC
import Session
import Shell
import Syntax

/// The places of declared names.
extension EditorServer {
  /// All scripts: the open ones first.
  private func allDocuments(_ first: Place) -> [(address: String, document: DocumentAnalysis)] {
    let others = documents.filter { $0.key != first.address }.sorted { $0.key < $1.key }
    return [(first.address, first.document)] + others.map { ($0.key, $0.value) }
      + folder.scripts(except: Set(documents.keys)).map { script in
        (script.address, DocumentAnalysis(script.source, console.session))
      }
  }

  func definition(_ place: Place) throws(RPCError) -> JSON {
    guard let word = NameOccurrences(place.document.source).name(at: place.offset) else {
      return .null
    }
    for (address, document) in allDocuments(place) {
      let matches = document.declared.filter { $0.fullName == word.fullName }
      guard
        let found = matches.first ?? document.declared.first(where: { $0.name.text == word.text })
      else { continue }
      let range = TextPositions(document.source).range(found.name.span)
      return ["uri": .string(address), "range": range]
    }
    return .null
  }

  /// The declared name at a place, which can be renamed.
  private func renamed(_ place: Place) -> (occurrence: NameOccurrences.Name, fullName: String)? {
    guard let word = NameOccurrences(place.document.source).name(at: place.offset) else {
      return nil
    }
    let declared = allDocuments(place).flatMap(\.document.declared)
    if let declaration = declared.first(where: {
      $0.name.span == word.span && $0.name.text == word.text
    }) {
      return (word, declaration.fullName)
    }
    let found = declared.first { $0.fullName == word.fullName }
    return found.map { (word, $0.fullName) }
  }

  func prepareRename(_ place: Place) throws(RPCError) -> JSON {
    guard let (word, _) = renamed(place) else { return .null }
    return ["range": place.positions.range(word.span), "placeholder": .string(word.text)]
  }

  /// Renames a model, a type or a saved query in all scripts. Refuses a rename after which a script
  /// would have other errors.
  func rename(_ place: Place) throws(RPCError) -> JSON {
    guard let (word, fullName) = renamed(place) else {
      throw RPCError(-32803, "only models, types and saved queries of scripts can be renamed")
    }
    let newName = place.parameters["newName"].string ?? ""
    guard !newName.isEmpty, !newName.contains(where: { $0 == "`" || $0.isNewline }) else {
      throw .invalidParameters("\(newName.debugDescription) is not a name")
    }
    let owner = fullName.contains(".") ? fullName.split(separator: ".").first.map(String.init) : nil
    var changes: [String: JSON] = [:]
    for (address, document) in allDocuments(place) {
      let spans = NameOccurrences(document.source).spans(
        of: word.text,
        owner: owner,
        document.declared
      )
      guard !spans.isEmpty else { continue }
      let text = Self.text(of: document.source, replacing: spans, by: quotedAfterKeyword(newName))
      let after = DocumentAnalysis(SourceText(name: address, text: text), console.session)
      // A script that does not declare the name has an error about it, before and after.
      let known = Set(
        document.findings.flatMap { finding in
          [finding.message, finding.message.replacing(word.text, with: newName)]
        }
      )
      if let finding = after.findings.first(where: { !known.contains($0.message) }) {
        throw RPCError(-32803, "the rename would cause an error: \(finding.message)")
      }
      let positions = TextPositions(document.source)
      changes[address] = .array(
        spans.map { Self.edit($0, quotedAfterKeyword(newName), positions) }
      )
    }
    return ["changes": .object(changes)]
  }

  private static func text(
    of source: SourceText,
    replacing spans: [SourceSpan],
    by name: String
  ) -> String {
    var text = ""
    var end = 0
    for span in spans {
      text += source.text(in: SourceSpan(end, span.lowerBound)) + name
      end = span.upperBound
    }
    return text + source.text(in: SourceSpan(end, source.bytes.count))
  }
}
