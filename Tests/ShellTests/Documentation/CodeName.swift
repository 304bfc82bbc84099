import Foundation

/// A name of the source as pages write it: `Planner`, `Store.load`, `changingModels`, `LineEditor+Reading`, `rescue.c`.
struct CodeName {
  /// The text on the page.
  let text: String
  /// The names that are declared in one file; the last one is what is meant. Empty for a file.
  let parts: [String]

  /// Nil for text that is not a name, or may be a word of the language, of SQL or of a file.
  init?(_ text: String) {
    self.text = text
    if text.contains(/^\w+(?:\+\w+)?\.(?:swift|c|h)$/) || text.contains(/^[A-Z]\w*\+[A-Z]\w*$/) {
      parts = []
      return
    }
    let name = text.hasSuffix("()") ? String(text.dropLast(2)) : text
    // Words that begin with a capital, and those with one in the middle.
    guard name.contains(/^[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*$/),
      name.contains(/[A-Z][A-Z]*[a-z]/), !name.hasSuffix(".md")
    else { return nil }
    parts = name.components(separatedBy: ".")
  }

  /// Whether it is a name of Swift's or Foundation's.
  var isOfOthers: Bool {
    [
      "Bool", "Codable", "Double", "Expression", "Int", "Int64", "Mutex", "NSKeyedArchiver",
      "NSPredicate", "Predicate",
      "SortDescriptor",
    ].contains(text)
  }
}

/// The declarations in the files of the project.
struct DeclaredNames {
  /// The names of files, with and without their endings, and of folders.
  private var files: Set<String> = ["Package.swift"]
  /// What each file declares or extends, by its path.
  private var declarations: [String: Set<String>] = [:]

  /// Those of sources, tests and examples.
  static let ofProject = DeclaredNames(["Sources", "Tests", "Examples"])

  private init(_ folders: [String]) {
    for folder in folders {
      let root = ManualTests.project.appendingPathComponent(folder)
      let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      for path in paths ?? [] {
        let url = root.appendingPathComponent(path)
        files.formUnion([url.lastPathComponent, url.deletingPathExtension().lastPathComponent])
        guard url.pathExtension == "swift" else { continue }
        declarations[url.path] = (try? String(contentsOf: url, encoding: .utf8)).map(Self.declared)
      }
    }
  }

  /// The words after those that declare something.
  private static func declared(in text: String) -> Set<String> {
    let introducers: Set<Substring> = [
      "actor", "case", "class", "enum", "extension", "func", "let", "protocol", "struct",
      "typealias", "var",
    ]
    let words = text.utf8.split {
      !(0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F || $0 == 0x2E)
    }.map { Substring($0) }
    // `extension Statement.Kind` declares something for both.
    return Set(
      zip(words, words.dropFirst()).lazy.filter { introducers.contains($0.0) }
        .flatMap { $0.1.split(separator: ".").map(String.init) }
    )
  }

  /// Whether a file, a folder, or a declaration has the name.
  func contain(_ name: CodeName) -> Bool {
    if files.contains(name.text) { return true }
    return !name.parts.isEmpty && declarations.values.contains { $0.isSuperset(of: name.parts) }
  }
}
