import Binding
import Diagnostics
import Model
import Syntax

/// An order of declarations that makes each valid when they are declared one after another.
///
/// A declaration becomes valid once everything it needs, directly or indirectly, is declared.
struct DeclarationOrder {
  /// The names in that order; otherwise, they keep their order.
  let names: [String]

  /// - Parameter needs: The names that each of `names` needs, in any case.
  init(_ names: [String], needs: [[String]]) {
    let places = Dictionary(
      names.enumerated().map { ($1.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var users = Array(repeating: [Int](), count: names.count)
    for (user, needs) in needs.enumerated() {
      for place in needs.compactMap({ places[$0.lowercased()] }) { users[place].append(user) }
    }
    let last = Self.lastNeeds(users)
    self.names = names.indices.sorted { (last[$0], $0) < (last[$1], $1) }.map { names[$0] }
  }

  /// For each index, the last index that it needs, including itself.
  private static func lastNeeds(_ users: [[Int]]) -> [Int] {
    var last = Array(repeating: -1, count: users.count)
    for place in users.indices.reversed() {
      var open = [place]
      while let next = open.popLast() {
        guard last[next] < 0 else { continue }
        last[next] = place
        open += users[next]
      }
    }
    return last
  }
}

extension SchemaPrinter {
  /// The names of types, then of entities, in the order they become valid.
  static func order(of schema: Schema, _ text: (String) -> String) -> [String] {
    let types = schema.types.map(\.name)
    let models = schema.entities.map(\.name)
    let typeNeeds = types.map { name -> [String] in
      guard let declaration = typeDeclaration(text(name)) else { return [] }
      return Binder(schema: Schema()).missingTypes(of: [declaration])[0]
    }
    let binder = Binder(schema: Schema(types: schema.types))
    let modelNeeds = models.map { name -> [String] in
      guard case .model(let declaration)? = statement(text(name)) else { return [] }
      return binder.missingModels(of: [declaration])[0]
    }
    return DeclarationOrder(types, needs: typeNeeds).names
      + DeclarationOrder(models, needs: modelNeeds).names
  }

  private static func typeDeclaration(_ text: String) -> TypeDeclaration? {
    switch statement(text) {
    case .enumeration(let declaration): .enumeration(declaration)
    case .structure(let declaration): .structure(declaration)
    default: nil
    }
  }

  private static func statement(_ text: String) -> Statement.Kind? {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next() else { return nil }
    return statement.kind
  }
}
