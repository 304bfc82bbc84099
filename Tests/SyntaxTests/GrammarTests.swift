import Foundation
import Syntax
import Testing

@testable import struct Syntax.MatchOptions
@testable import enum Syntax.OperatorTable

/// The grammar's files and the code say the same.
@Suite struct GrammarTests {
  @Test func everyRuleHasItsMethodAndViceVersa() throws {
    let rules = Set(try Grammar.rules().map(\.name))
    let methods = try methodNames(in: "Sources/Language/Syntax/Parsing/Rules")
      .union(methodNames(in: "Sources/Language/Syntax/Lexing/Rules"))
    #expect(rules.subtracting(methods).sorted() == [])
    #expect(methods.subtracting(rules).sorted() == [])
    #expect(rules.count > 60)
  }

  @Test func everyNameInARuleIsARule() throws {
    let rules = try Grammar.rules()
    let names = Set(rules.map(\.name))
    #expect(names.count == rules.count, "a rule is defined twice")
    for rule in rules {
      #expect(rule.references.subtracting(names).sorted() == [], "in \(rule.name)")
    }
  }

  @Test func everyRuleIsReachedFromAStatement() throws {
    let rules = try Grammar.rules()
    let byName = Dictionary(uniqueKeysWithValues: rules.map { ($0.name, $0) })
    var reached: Set<String> = []
    var open = ["statement"]
    while let name = open.popLast() {
      guard reached.insert(name).inserted else { continue }
      open.append(contentsOf: byName[name]?.references ?? [])
    }
    let lexicalOnly: Set = ["symbol", "comment"]
    #expect(Set(byName.keys).subtracting(reached).subtracting(lexicalOnly).sorted() == [])
  }

  @Test func keywordsMatchTheGrammar() throws {
    let units = Set(TimeUnitKeyword.allCases.flatMap(\.spellings))
    let options = Set(MatchOptions.all.keys)
    let words = try writtenWords().subtracting(units).subtracting(options)
    #expect(words.sorted() == Keyword.allCases.map(\.rawValue).sorted())
    #expect(units.subtracting(try writtenWords()).sorted() == [])
    #expect(options.subtracting(try writtenWords()).sorted() == [])
  }

  @Test func symbolsMatchTheGrammar() throws {
    let all = Set(Symbol.allCases.map(\.rawValue))
    let rules = try Grammar.rules()
    #expect(rules.first { $0.name == "symbol" }?.terminals == all)
    let written = Set(rules.flatMap(\.terminals).filter { !isWord($0) })
    #expect(written.subtracting(all).sorted() == [])
  }

  @Test func reservedWordsMatchTheGrammar() throws {
    let rule = try #require(try Grammar.rules().first { $0.name == "name" })
    #expect(rule.terminals == Set(Keyword.all(in: .reserved).map(\.rawValue)))
    let entityRule = try #require(try Grammar.rules().first { $0.name == "entityName" })
    #expect(entityRule.terminals == Set(Keyword.all(in: .afterStatement).map(\.rawValue)))
  }

  @Test func operatorsMatchTheTable() throws {
    let documented = try Grammar.operators()
    let declared = OperatorTable.entries.map { entry in
      [
        "\(entry.precedence)", entry.spellings.joined(separator: "|"),
        entry.associativity.rawValue, entry.isNegatable ? "yes" : "no",
        entry.takesOptions ? "yes" : "no",
      ].joined(separator: " ")
    }
    #expect(documented == declared)
  }

  @Test func everyOperatorOfTheTreeIsInTheTable() {
    let operations = OperatorTable.entries.map(\.operation)
    #expect(Set(operations).count == operations.count)
    for binary in BinaryOperator.allCases { #expect(operations.contains(.infix(binary))) }
    for unary in UnaryOperator.allCases { #expect(operations.contains(.prefix(unary))) }
  }

  /// The words in quotes in the grammar, and those of the operators.
  private func writtenWords() throws -> Set<String> {
    let spellings = OperatorTable.entries.flatMap(\.spellings)
      .flatMap { $0.split(separator: " ").map(String.init) }
    return Set((try Grammar.rules().flatMap(\.terminals) + spellings).filter(isWord))
  }

  private func isWord(_ text: String) -> Bool { text.allSatisfy(\.isLetter) }

  private func methodNames(in folder: String) throws -> Set<String> {
    let declaration = /\n  mutating func (\w+)/
    return try Set(
      Repository.files(in: folder).flatMap { path in
        try Repository.text(path).matches(of: declaration).map { String($0.1) }
      }
    )
  }
}

/// `Grammar.ebnf` and `Operators.md`, taken apart.
enum Grammar {
  struct Rule {
    let name: String
    let references: Set<String>
    let terminals: Set<String>
  }

  static func rules() throws -> [Rule] {
    let text = try Repository.text("Grammar/Grammar.ebnf")
      .replacing(/\(\*(?s:.*?)\*\)/, with: "")
    let rule = /(?m)^(\w+) = ((?s:.*?)) ;$/
    return text.matches(of: rule).map { match in
      let body = match.2.replacing(/\?\s(?s:.*?)\s\?/, with: "")
      return Rule(
        name: String(match.1),
        references: Set(
          body.replacing(/"[^"]*"/, with: "").matches(of: /\w+/).map { String($0.0) }
        ),
        terminals: Set(body.matches(of: /"([^"]*)"/).map { String($0.1) })
      )
    }
  }

  /// The rows of the operator table, each as `strength spellings side not options`.
  static func operators() throws -> [String] {
    let lines = try Repository.text("Grammar/Operators.md").split(separator: "\n")
    return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| strength") }.map { line in
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|") }
      let spellings = (cells[1] + cells[2]).matches(of: /`([^`]*)`/).map { String($0.1) }
      return [cells[0], spellings.joined(separator: "|"), cells[3], cells[4], cells[5]]
        .joined(separator: " ")
    }
  }
}
