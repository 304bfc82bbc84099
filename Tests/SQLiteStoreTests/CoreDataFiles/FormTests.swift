import CoreDataFixtures
import Foundation
import Model
import SQLiteStore
import Session
import Storage
import TestSupport
import Testing

/// Each variant of Core Data models and files, in its own store.
@Suite struct FormTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("app.store")
  }

  @Test(arguments: CoreDataForm.all)
  func isReadAsItIs(form: CoreDataForm) throws {
    try form.write(to: path)
    let console = try PlainConsole(opening: path)
    #expect(console.store.notes == form.notes)
    let declarations = SchemaPrinter(schema: console.store.schema).text
    #expect(declarations.trimmingCharacters(in: .newlines) == form.declarations)
    for (statement, answer) in form.answers {
      #expect(console.answer(statement) == answer, "\(statement)")
    }
    let findings = console.answer(".check")
    #expect(form.damage.map(findings.contains) ?? findings.hasPrefix("no damage in"), "\(findings)")
  }

  /// A copy answers what the app's store does, also after it was closed, and can be changed.
  @Test(arguments: CoreDataForm.all, StoreCopies.Target.allCases)
  func isCopied(form: CoreDataForm, target: StoreCopies.Target) throws {
    try form.write(to: path)
    let stores = try StoreCopies(of: path, in: folder.path)
    let summary = try stores.copyAll(to: target)
    #expect(summary.contains(" copied: "), "\(summary)")
    try stores.reopen()
    for (statement, answer) in form.answers {
      #expect(stores.answer(statement) == answer, "\(statement)")
    }
    let findings = stores.answer(".check")
    #expect(findings.hasPrefix("no damage in"), "\(findings)")
  }

  /// The table in the design notes has every variant, and names existing suites.
  @Test func tableOfVariantsIsComplete() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(
      contentsOf: root.appendingPathComponent("Documentation/design-notes.md"),
      encoding: .utf8
    )
    let section = try #require(
      text.components(separatedBy: "\n## Variants of Core Data's files\n").last?
        .components(separatedBy: "\n## ").first
    )
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let names = rows.map { row in
      row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(names == CoreDataForm.all.map(\.name))
    let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Tests").path)
    let suites = Set(
      (files?.compactMap { $0 as? String } ?? []).map { ($0 as NSString).lastPathComponent }
    )
    for match in section.matches(of: /`([A-Za-z]+Tests)`/) {
      #expect(suites.contains("\(match.1).swift"), "\(match.1)")
    }
  }
}
