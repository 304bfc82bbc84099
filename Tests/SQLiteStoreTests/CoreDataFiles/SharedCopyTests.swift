import Foundation
import GRDB
import Model
import SQLiteStore
import Session
import Storage
import TestSupport
import Testing

/// Copies of app stores are complete and can be changed.
@Suite(.enabled(if: SharedStores.folder != nil, SharedStores.note)) struct SharedCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Asks for all values and both sides of all relationships.
  private func questions(_ schema: Schema) -> [String] {
    schema.entities.map { entity in
      let attributes = entity.attributes.map { "`\($0.name)`" }
      let relationships = entity.relationships.filter { !$0.isAnonymous }.map { relationship in
        relationship.isToMany ? "list(`\(relationship.name)`.@id)" : "`\(relationship.name)`.@id"
      }
      let columns = (["@id"] + attributes + relationships).joined(separator: ", ")
      return "fetch `\(entity.name)` select \(columns) sort @id"
    }
  }

  /// An answer with the numbers of records alone.
  private func numbered(_ answer: String) -> String {
    answer.replacing(/\b[A-Z]\w*#(\d+)/) { "#\($0.1)" }
  }

  @Test(arguments: SharedStores.names, StoreCopies.Target.allCases)
  func everythingExists(name: String, target: StoreCopies.Target) throws {
    let stores = try StoreCopies(of: SharedStores.copy(name, to: folder), in: folder.path)
    let questions = questions(stores.session.schema)
    let answers = questions.map(stores.answer)
    #expect(answers.allSatisfy { $0.hasPrefix("@id") })
    let summary = try stores.copyAll(to: target)
    #expect(summary.contains(" copied: "), "\(summary)")
    try stores.reopen()
    for (question, answer) in zip(questions, answers) {
      #expect(numbered(stores.answer(question)) == numbered(answer), "\(question)")
    }
    for (entity, expected) in try SharedStores.expected(name).entities {
      #expect(stores.answer("count \(entity)") == "\(expected.count)", "\(entity)")
    }
    try changes(stores)
    let findings = stores.answer(".check")
    #expect(findings.hasPrefix("no damage in"), "\(findings)")
  }

  /// Changes a value of the copy, takes the change back, changes it again and saves.
  private func changes(_ stores: StoreCopies) throws {
    let schema = stores.session.schema
    let all = schema.entities.flatMap { entity in entity.attributes.map { (entity, $0) } }
    let (entity, attribute) = try #require(
      all.first { entity, attribute in
        [.string, .int].contains(attribute.type) && !attribute.isUnique
          && !entity.constraints.uniqueKeys.joined().contains(attribute.name)
          && stores.answer("count \(entity.name)") != "0"
      }
    )
    let value = attribute.type == .int ? "12321" : "\"changed\""
    let record = stores.answer("fetch \(entity.name) select @id limit 1").split(separator: " ").last
    let change = "update \(record ?? "") set \(attribute.name) = \(value)"
    #expect(stores.answer(change).contains("1 updated"), "\(change)")
    #expect(stores.answer("undo").contains("undone"))
    #expect(stores.answer(change).contains("1 updated"))
    #expect(stores.answer("count \(entity.name) where \(attribute.name) == \(value)") == "1")
  }

  // MARK: Comparison with SQLite

  /// The comparison of a column of the app's table `a` with one of the copy's table `b`; nil for types
  /// that the copy writes in quite another way.
  private func comparison(_ type: String, _ column: String, _ copied: String) -> String? {
    let (app, copy) = ("a.\(column.quoted)", "b.\(copied.quoted)")
    switch type.lowercased() {
    case "int16", "int32", "int64", "bool", "string", "uri", "double", "float":
      return "\(app) IS \(copy)"
    case "date":
      return "(\(app) IS NULL AND \(copy) IS NULL)"
        + " OR abs(CAST(round(\(app) * 1e6) AS INTEGER) + 978307200000000 - \(copy)) <= 1"
    case "decimal":
      return "\(app) IS CAST(\(copy) AS REAL)"
    case "uuid": return "hex(\(app)) = replace(ifnull(\(copy), ''), '-', '')"
    case "transformable", "binary": return "(\(app) IS NULL) = (\(copy) IS NULL)"
    default: return nil
    }
  }

  @Test(arguments: SharedStores.names)
  func sqliteFindsTheSame(name: String) throws {
    let path = try SharedStores.copy(name, to: folder)
    let expected = try SharedStores.expected(name).entities
    let stores = try StoreCopies(of: path, in: folder.path)
    let schema = stores.session.schema
    _ = try stores.copyAll(to: .file)
    let copy = try #require(stores.path)
    stores.close()
    let queue = try DatabaseQueue(path: copy)
    try queue.inDatabase { try $0.execute(sql: "ATTACH ? AS app", arguments: [path]) }
    var compared = 0
    for (entity, model) in expected {
      let table = "Z" + schema.root(of: entity).uppercased()
      let kinds = schema.kinds(of: entity).map { "'\($0)'" }.joined(separator: ", ")
      let rows = """
        FROM app.\(table.quoted) AS a LEFT JOIN \(schema.root(of: entity).quoted) AS b ON b.rowid = a.Z_PK
        WHERE a.Z_ENT IN (SELECT Z_ENT FROM app.Z_PRIMARYKEY WHERE Z_NAME IN (\(kinds)))
        """
      try queue.inDatabase { db in
        let columns = try db.columns(in: table, in: "app").map(\.name)
        let copied = try db.columns(in: schema.root(of: entity)).map(\.name)
        func difference(_ sameness: String) throws -> Int? {
          compared += 1
          return try Int.fetchOne(db, sql: "SELECT count(*) \(rows) AND NOT (\(sameness))")
        }
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) \(rows)") == model.count)
        for (attribute, facts) in model.attributes ?? [:] where !facts.transient {
          // Names that several attributes share have columns with numbers.
          let column = "Z" + attribute.uppercased()
          let names = [attribute, "\(entity).\(attribute)"]
          guard let here = names.first(where: copied.contains), columns.contains(column),
            columns.count(where: { $0.hasPrefix(column) }) == 1,
            let sameness = comparison(facts.type, column, here)
          else { continue }
          #expect(try difference(sameness) == 0, "\(entity).\(attribute)")
        }
        for (relationship, facts) in model.relationships ?? [:] where !facts.toMany {
          let names = [relationship, "\(entity).\(relationship)"]
          guard let here = names.first(where: copied.contains) else { continue }
          let column = "Z" + relationship.uppercased()
          #expect(try difference("a.\(column.quoted) IS b.\(here.quoted)") == 0, "\(relationship)")
        }
      }
    }
    #expect(compared > 1 || expected.values.allSatisfy { $0.attributes == nil })
  }
}

extension String {
  /// The name as SQL has it between quotes.
  fileprivate var quoted: String { "\"" + self + "\"" }
}
