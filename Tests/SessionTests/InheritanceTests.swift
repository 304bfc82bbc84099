import TestSupport
import Testing

/// Compares fetches of submodels with plain Swift over the same records.
@Suite struct InheritanceTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func agreesWithPlainSwift(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var world = RandomKinds(&random)
    let console = try ScriptConsole(mode: .csv, demo: false)
    for declaration in world.declarations(&random) { run(declaration, console) }
    for code in 1...RandomKinds.homeCount { run("insert Home code: \(code)", console) }
    for record in world.addRecords(30, &random) { run(world.insert(record), console) }
    check(world, console, &random, "seed \(seed)")
    // A model that is declared later is added among existing records.
    world.addKind(world.kinds.count, &random)
    run(world.declaration(world.kinds.count - 1), console)
    for record in world.addRecords(10, &random) { run(world.insert(record), console) }
    check(world, console, &random, "seed \(seed), later")
  }

  private func check(
    _ world: RandomKinds,
    _ console: ScriptConsole,
    _ random: inout SeededRandom,
    _ comment: Comment
  ) {
    for kind in world.kinds.indices {
      checkAll(world, kind, console, comment)
      checkCasts(world, kind, console, &random, comment)
      checkHomes(world, kind, console, comment)
    }
  }

  /// Counts, all attributes, `only`.
  private func checkAll(
    _ world: RandomKinds,
    _ kind: Int,
    _ console: ScriptConsole,
    _ comment: Comment
  ) {
    let name = world.kinds[kind].name
    let found = world.records(of: kind)
    #expect(console.answer("count \(name)").text == "\(found.count)", comment)
    let attributes = world.attributes(of: kind)
    let rows = found.map { record in
      ([record.number] + attributes.map { record.values[$0] ?? nil }).map(text)
        .joined(separator: ",")
    }
    let columns = (["n"] + attributes).joined(separator: ", ")
    #expect(self.rows("fetch \(name) select \(columns)", console) == rows, comment)
    let only = found.filter { $0.kind == kind }.map { "\($0.number)" }
    #expect(self.rows("fetch only \(name) select n", console) == only, comment)
    #expect(
      self.rows("fetch K0 where self in (only \(name)) select n", console) == only,
      comment
    )
  }

  /// `is` and `as` for each kind below or above.
  private func checkCasts(
    _ world: RandomKinds,
    _ kind: Int,
    _ console: ScriptConsole,
    _ random: inout SeededRandom,
    _ comment: Comment
  ) {
    let name = world.kinds[kind].name
    for other in world.kinds.indices {
      guard world.isKind(kind, other) || world.isKind(other, kind) else { continue }
      let found = world.records(of: kind)
      let cast = world.kinds[other].name
      let are = found.map { "\(world.isKind($0.kind, other))" }
      #expect(rows("fetch \(name) select self is \(cast)", console) == are, comment)
      guard let attribute = world.attributes(of: other).randomElement(using: &random) else {
        continue
      }
      let path = "(self as \(cast)).\(attribute)"
      let values = found.map { world.value($0, as: other, attribute) }
      // A lone nil is an empty line, so the number precedes it.
      let expected = zip(found, values).map { "\($0.number),\(text($1))" }
      #expect(rows("fetch \(name) select n, \(path)", console) == expected, comment)
      let limit = Int.random(in: 0...5, using: &random)
      let chosen = zip(found, values).filter { record, value in
        !(value.map { $0 > limit } ?? false) || !world.isKind(record.kind, other)
      }.map { "\($0.0.number)" }
      let condition = "not \(path) > \(limit) or self is not \(cast)"
      #expect(rows("fetch \(name) where \(condition) select n", console) == chosen, comment)
    }
  }

  /// Through a relationship to one kind: casts to each kind below.
  private func checkHomes(
    _ world: RandomKinds,
    _ kind: Int,
    _ console: ScriptConsole,
    _ comment: Comment
  ) {
    guard world.isKind(kind, world.housedKind) else { return }
    let name = world.kinds[kind].name
    let expected = (1...RandomKinds.homeCount).map { home in
      let count = world.records(of: kind).filter { $0.home == home }.count
      return "\(count),\(count > 0)"
    }
    let text =
      "fetch Home select count(residents where self is \(name)), "
      + "any(residents where self is \(name))"
    #expect(rows(text, console) == expected, comment)
    let homes = world.records(of: kind).map { "\($0.number),\(self.text($0.home))" }
    #expect(rows("fetch \(name) select n, home.code", console) == homes, comment)
  }

  private func run(_ statement: String, _ console: ScriptConsole) {
    let answer = console.answer(statement)
    #expect(!answer.fails, "\(statement): \(answer.text)")
  }

  private func text(_ number: Int?) -> String { number.map(String.init) ?? "" }

  private func rows(_ text: String, _ console: ScriptConsole) -> [String] {
    console.answer(text).text.split(separator: "\n").dropFirst().map(String.init)
  }
}
