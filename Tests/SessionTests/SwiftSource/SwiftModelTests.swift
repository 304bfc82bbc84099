import Expressions
import Features
import Foundation
import MemoryStore
import Model
import Session
import TestSupport
import Testing

@testable import SwiftSource

/// What `.schema --swift` prints is Swift: the compiler parses it as it stands, and accepts its types
/// where stand-ins take the place of SwiftData's macros.
@Suite struct SwiftModelTests {
  @Test func printedModelsParse() throws {
    let texts = try Self.schemas.get().map(Self.source)
    #expect(texts.count > 40)
    #expect(try SwiftCompiler.diagnostics(["-parse"], of: texts) == "")
  }

  @Test func printedModelsHaveTypes() throws {
    let schemas = try Self.schemas.get().enumerated().map { index, schema in
      SwiftDataStandIns.namespace("Schema\(index)", of: Self.source(of: schema))
    }
    let diagnostics = try SwiftCompiler.diagnostics(
      ["-typecheck", "-swift-version", "6", "-suppress-warnings"],
      of: [SwiftDataStandIns.source] + schemas
    )
    #expect(diagnostics == "")
  }

  /// Objects in a JSON file have no name, so their structs are named after their places.
  @Test func nestedObjectsBecomeStructs() {
    #expect(
      Self.source(of: Self.ofNestedObjects).hasSuffix(
        """
        @Model final class User {
          var address: AddressValue
          var stays: [StaysValue]?

          init(address: AddressValue, stays: [StaysValue]? = nil) {
            self.address = address
            self.stays = stays
          }

          struct AddressValue: Codable, Hashable {
            var street: String
            var geo: GeoValue?

            struct GeoValue: Codable, Hashable {
              var lat: Double
            }
          }

          struct StaysValue: Codable, Hashable {
            var lat: Double
          }
        }

        """
      )
    )
  }

  private static func source(of schema: Schema) -> String {
    let printer = SwiftModelPrinter(schema: schema)
    return ([SwiftModelPrinter.imports] + schema.declaredNames.map(printer.lines))
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: Schemas

  /// The models of some scripts, random ones, and nested objects.
  private static let schemas = Result {
    try (ofScripts() + ofRandomDeclarations() + [ofNestedObjects])
      .filter { !$0.declaredNames.isEmpty }
  }

  private static func ofScripts() throws -> [Schema] {
    let names = ["constraints-declared", "declaring", "inheritance", "schema-swift", "structs"]
    return try names.map { name in
      let document = ScriptDocument(try ScriptTests.text(of: name + ".script"))
      let console = try ScriptConsole(document.settings)
      for exchange in document.exchanges { _ = console.answer(exchange.input) }
      return console.schema
    }
  }

  private static func ofRandomDeclarations() throws -> [Schema] {
    try (0..<fuzzCount(40)).map { seed in
      var random = RandomDeclarations(seed: UInt64(seed))
      let session = QuerySession(store: InMemoryStore())
      for text in random.statements() { _ = try session.run(text: text) }
      return session.schema
    }
  }

  private static let ofNestedObjects: Schema = {
    let geo = CompositeType(fields: [.init(name: "lat", type: .double, isOptional: false)])
    let address = CompositeType(fields: [
      .init(name: "street", type: .string, isOptional: false),
      .init(name: "geo", type: .composite(geo), isOptional: true),
    ])
    let attributes = [
      Attribute(name: "address", type: .composite(address)),
      Attribute(name: "stays", type: .list(.composite(geo)), isOptional: true),
    ]
    return Schema(entities: [Entity(name: "User", properties: attributes.map(Property.attribute))])
  }()
}
