import Diagnostics
import Foundation
import Syntax
import Testing

/// Texts that nest deeply are refused before any stack gives in, even a small one.
@Suite struct LimitTests {
  static let many = 100_000
  static let count = 5000

  static let deepTexts: [(String, String)] = [
    ("(", "= " + String(repeating: "(", count: many)),
    ("[", "= " + String(repeating: "[", count: count)),
    ("f(", "= " + String(repeating: "f(", count: count)),
    ("(A where", "= " + String(repeating: "(A where ", count: count)),
    ("(fetch", "fetch " + String(repeating: "(fetch ", count: count)),
    ("over (sort", "= " + String(repeating: "f() over (sort ", count: count)),
    ("f(x sort", "= " + String(repeating: "f(x sort ", count: count)),
    ("not", "= " + String(repeating: "not ", count: count) + "a"),
    ("-", "= " + String(repeating: "-", count: count) + "a"),
    ("if", "= " + String(repeating: "if ", count: count)),
    ("else if", "= " + String(repeating: "if a then b else ", count: count) + "c"),
    ("1+1", "= 1" + String(repeating: "+1", count: many)),
    ("a or b", "= a" + String(repeating: " or a", count: count)),
    ("a ?? b", "= a" + String(repeating: " ?? a", count: count)),
    ("a.b", "= a" + String(repeating: ".a", count: count)),
    ("{a:", "insert A " + String(repeating: "{a: ", count: count)),
    ("[{a:", "insert A " + String(repeating: "[{a: ", count: count)),
    (
      "every strength",
      "= " + String(repeating: "a or b and c == d ?? e + f * -(", count: count)
    ),
  ]

  @Test(arguments: deepTexts.map(\.0)) func refuses(_ name: String) throws {
    let text = try #require(Self.deepTexts.first { $0.0 == name }?.1)
    let messages = onSmallStack { diagnostics(of: text).map(\.message) } ?? []
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("this is nested too deeply") ?? false)
  }

  @Test(arguments: [
    ("= " + String(repeating: "(", count: 300), false),
    ("= " + String(repeating: "not ", count: 300) + "a", false),
    ("= a" + String(repeating: ".a", count: 300), false),
    ("= a" + String(repeating: " or a == 1", count: 300), true),
  ])
  func adviceIsForOrConditions(text: String, hasAdvice: Bool) {
    #expect(diagnostics(of: text).map { !$0.help.isEmpty } == [hasAdvice])
  }

  /// Texts just within the limits are read, printed and taken apart on a small stack.
  @Test(arguments: [
    String(repeating: "(", count: 90) + "a" + String(repeating: ")", count: 90),
    String(repeating: "f(", count: 45) + "a" + String(repeating: ")", count: 45),
    String(repeating: "[", count: 45) + String(repeating: "]", count: 45),
    String(repeating: "x in (A where ", count: 30) + "a" + String(repeating: ")", count: 30),
    String(repeating: "x between (", count: 45) + "a or b"
      + String(repeating: ") and 1", count: 45),
    String(repeating: "not ", count: 90) + "a",
    String(repeating: "if a then b else ", count: 45) + "c",
    "1" + String(repeating: " + 1", count: 240),
    "a" + String(repeating: " or a == 1", count: 240),
    "a" + String(repeating: ".a", count: 240),
    String(repeating: "a or b and c == d ?? e + f * -(", count: 10) + "a or b"
      + String(repeating: ")", count: 10),
  ]) func accepts(_ text: String) throws {
    let printed = onSmallStack { expression(text).map { SyntaxPrinter().text(of: $0) } ?? nil }
    #expect(printed == (text.hasPrefix("((") ? "a" : text))
  }

  @Test func widthIsNotLimited() {
    let list = "= x in [" + String(repeating: "1, ", count: 20_000) + "]"
    #expect(expression(String(list.dropFirst(2))) != nil)
  }

  @Test func longLinesAreReadAtOnce() {
    let text = "insert A " + (0..<5000).map { "a\($0): \"text\"" }.joined(separator: ", ")
    #expect(statement(text) != nil)
  }

  /// Would take hours if anything looked at the rest of the text for each of its parts.
  @Test(arguments: ["\"", "'", "\\\"", "`", "/*", ".read /*\n= \"\n", "= (\n", "fetch A wher\n"])
  func hostileInputIsNotSlower(_ part: String) {
    let text = String(repeating: part + "\n", count: 4000)
    #expect(!items(of: text).isEmpty)
  }

  /// Runs `body` on a thread with the stack that secondary threads have on macOS.
  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = body()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    return box.result
  }

  /// Written by the thread before it signals, read after.
  private final class Box<Result: Sendable>: @unchecked Sendable {
    var result: Result?
  }
}
