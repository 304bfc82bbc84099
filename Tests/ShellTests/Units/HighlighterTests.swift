import Demo
import Diagnostics
import Features
import MemoryStore
import Session
import Syntax
import TestSupport
import Testing

@testable import Shell

/// The colors of the words of a block, in a session with the demo's models.
@Suite struct HighlighterTests {
  private static let letters: [TextRole: Character] = [
    .plain: ".", .keyword: "k", .entity: "E", .attribute: "a", .heading: "f", .string: "s",
    .number: "n", .dim: "c", .error: "!",
  ]

  /// Texts with a letter for the role of each character; the cursor is at the end.
  static let texts: [(text: String, roles: String)] = [
    ("fetch Budget", "kkkkk.EEEEEE"),
    ("fetch Budgte", "kkkkk.!!!!!!"),
    ("fetch Bud", "kkkkk.EEE"),
    ("fetch Budget where limit > 100 limit 5", "kkkkk.EEEEEE.kkkkk.aaaaa...nnn.kkkkk.n"),
    ("fetch Budget where nme ", "kkkkk.EEEEEE.kkkkk.!!!."),
    ("fetch Budget where nam", "kkkkk.EEEEEE.kkkkk.aaa"),
    ("fetch Budget where name ~ \"Va", "kkkkk.EEEEEE.kkkkk.aaaa...!!!"),
    ("fetch Budget where name ~ \"Va\"", "kkkkk.EEEEEE.kkkkk.aaaa...ssss"),
    ("fetch Budget where limit ~ \"x\"", "kkkkk.EEEEEE.kkkkk.aaaaa.!.sss"),
    ("count Expense where budget.nme is nil", "kkkkk.EEEEEEE.kkkkk.aaaaaa.!!!.kk.kkk"),
    ("= (1 + 2", "k.!n...n"),
    ("= 1)", "k.n!"),
    ("= [1, 2] // two", "k..n..n..cccccc"),
    ("= sum(1, $x)", "k.!!!.n..aa."),
    ("fetch Expense where date > today - 7 days", "kkkkk.EEEEEEE.kkkkk.aaaa...kkkkk...n.aaaa"),
    ("fetch Budget select count(expenses) as n", "kkkkk.EEEEEE.kkkkkk.fffff.aaaaaaaa..kk.a"),
    ("fetch Budget where name matches /a'[(]b/", "kkkkk.EEEEEE.kkkkk.aaaa.kkkkkkk.ssssssss"),
    ("= replace(\"a\", /'x/, \"\")", "k.fffffff.sss..ssss..ss."),
    (
      "fetch Expense select rank() over (sort amount)",
      "kkkkk.EEEEEEE.kkkkkk.ffff...kkkk..kkkk.aaaaaa."
    ),
    (".models", "kkkkkkk"),
    (".mdels 'x", "!!!!!!..."),
    ("model Plant { name: String unique", "kkkkk.EEEEE.!.aaaa..EEEEEE.kkkkkk"),
    ("explain run fetch Budget", "kkkkkkk.kkk.kkkkk.EEEEEE"),
    ("watch fetch Budget", "kkkkk.kkkkk.EEEEEE"),
    ("watch for 2 days count Budget", "kkkkk.kkk.n.aaaa.kkkkk.EEEEEE"),
    ("migrate 2 allow loss", "kkkkkkk.n.kkkkk.kkkk"),
    ("preview migrate 2", "kkkkkkk.kkkkkkk.n"),
    ("expect count Budget == 3", "kkkkkk.kkkkk.EEEEEE....n"),
    ("expect fetch Budget is empty", "kkkkkk.kkkkk.EEEEEE.kk.kkkkk"),
    ("update all Budget set limit = 3", "kkkkkk.kkk.EEEEEE.kkk.aaaaa...n"),
    ("update Budget ", "kkkkkk.EEEEEE."), ("delete Budget", "kkkkkk.EEEEEE"),
    ("insert Budget name: \"A\"", "kkkkkk.EEEEEE.aaaa..sss"),
    ("insert Budget nam", "kkkkkk.EEEEEE.aaa"),
    ("insert Budget nme ", "kkkkkk.EEEEEE.!!!."),
    ("insert Budget name: \"A\", lmit: 5", "kkkkkk.EEEEEE.aaaa..sss..!!!!..n"),
    ("insert Budget { nme: 5", "kkkkkk.EEEEEE.!.!!!..n"),
    ("insert Budget {", "kkkkkk.EEEEEE.!"),
    ("", ""),
  ]

  @Test(arguments: texts)
  func rolesOfCharacters(text: String, roles: String) throws {
    let found = try Self.highlighter().roles(of: text, cursor: text.unicodeScalars.count)
    #expect(String(found.map { Self.letters[$0] ?? "?" }) == roles, "\(text)")
  }

  @Test func everyPrefixHasOneRolePerCharacter() throws {
    let highlighter = try Self.highlighter()
    for (text, _) in Self.texts {
      for end in text.unicodeScalars.indices {
        let part = String(text.unicodeScalars[..<end])
        let roles = highlighter.roles(of: part, cursor: part.unicodeScalars.count)
        #expect(roles.count == part.unicodeScalars.count)
      }
    }
  }

  @Test func keyInALongStatementNeedsFewParses() throws {
    let check = try Self.highlighter().check
    let text =
      "fetch Budget as b where name ~ \"vac\" and limit > 500 and any(expenses where amount > b.limit / 10 "
      + "and date > 2026-01-01) and spent < limit * 2 select name, limit, spent, remaining, count(expenses) "
      + "as n, if spent > limit then \"over\" else \"within\" as state, upper(owner) as who sort name desc, "
      + "limit"
    #expect(text.count > 290)
    var tries = 1_000
    #expect(check.faults(in: text, tries: &tries).isEmpty)
    #expect(tries > 990)
  }

  private static func highlighter() throws -> Highlighter {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    let names = CompletionNames(session)
    return Highlighter(
      names: names,
      check: ContinuationCheck(checker: session.checker, names: names)
    )
  }
}
