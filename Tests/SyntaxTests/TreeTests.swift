import Diagnostics
import Syntax
import Testing

/// What belongs to what, as written down by hand.
@Suite struct TreeTests {
  @Test(arguments: [
    ("a or b and c", "(or 'a' (and 'b' 'c'))"),
    ("a and b or c and d", "(or (and 'a' 'b') (and 'c' 'd'))"),
    ("a or b or c", "(or (or 'a' 'b') 'c')"),
    ("not a and b", "(and (not 'a') 'b')"),
    ("not a == b", "(not (== 'a' 'b'))"),
    ("not not a", "(not (not 'a'))"),
    ("!a == b or !c", "(or (not (== 'a' 'b')) (not 'c'))"),
    ("a == b ?? c", "(== 'a' (?? 'b' 'c'))"),
    ("a ?? b ?? c", "(?? 'a' (?? 'b' 'c'))"),
    ("a ?? b + c", "(?? 'a' (+ 'b' 'c'))"),
    ("a - b - c", "(- (- 'a' 'b') 'c')"),
    ("a + b * c", "(+ 'a' (* 'b' 'c'))"),
    ("a * b + c / d % e", "(+ (* 'a' 'b') (% (/ 'c' 'd') 'e'))"),
    ("-a * b", "(* (- 'a') 'b')"),
    ("-a.b", "(- (. 'a' 'b'))"),
    ("- 5", "-5"), ("-5 days", "(- (unit 5 days))"), ("-1.5", "#-1.5"), ("1-1", "(- 1 1)"),
    ("1--1", "(- 1 -1)"), ("-(5)", "(- 5)"), ("-5.a", "(- (. 5 'a'))"),
    ("now - 7 days * 2", "(- now (* (unit 7 days) 2))"),
    ("`now` - 1 Day", "(- 'now' (unit 1 days))"),
    ("$n weeks + (a) hours", "(+ (unit $n weeks) (unit 'a' hours))"),
    ("a between b + 1 and c and d", "(and (between 'a' (+ 'b' 1) 'c') 'd')"),
    ("a not between b and c or d", "(or (not-between 'a' 'b' 'c') 'd')"),
    ("a in b + 1...c * 2 and d", "(and (in 'a' (... (+ 'b' 1) (* 'c' 2))) 'd')"),
    ("a in 1..<5", "(in 'a' (..< 1 5))"),
    ("a not in [1, nil]", "(not-in 'a' [1 nil])"),
    ("a is nil and b is not null", "(and (nil 'a') (not-nil 'b'))"),
    ("a + 1 is nil", "(nil (+ 'a' 1))"),
    ("a starts with b + c", "(starts with 'a' (+ 'b' 'c'))"),
    ("a not EndsWith [dc] b", "(not-ends with+c+d 'a' 'b')"),
    ("a contains[d] b", "(contains+d 'a' 'b')"),
    ("a contains [e]", "(contains 'a' ['e'])"),
    ("if a then b else c + 1", "(if 'a' 'b' (+ 'c' 1))"),
    ("if a then if b then c else d else e", "(if 'a' (if 'b' 'c' 'd') 'e')"),
    ("f()", "(call 'f')"), ("f(a where b or c, d)", "(call 'f' (where 'a' (or 'b' 'c')) 'd')"),
    ("a?.b.c", "(. (. 'a' 'b') 'c')"),
    ("f(a).b", "(. (call 'f' 'a') 'b')"),
    ("B#3.a", "(. (record 'B' 3) 'a')"),
    ("(B where x)", "(query 'B' (where 'x'))"),
    ("(B as b where x sort y desc)", "(query 'B' (as 'b') (where 'x') (sort (desc 'y')))"),
    ("(where where where)", "(query 'where' (where 'where'))"),
    ("(b)", "'b'"),
    ("uuid \"x\" == uuid", "(== (uuid 'x') 'uuid')"),
    ("2026-11-21T00:00:01Z", "(date 2026 11 21 1000000 0)"),
    ("contains contains contains", "(contains 'contains' 'contains')"),
    ("and and and", "(and 'and' 'and')"),
    ("null == NIL", "(== nil nil)"),
  ]) func groups(_ text: String, _ expected: String) {
    #expect(expression(text).map(describe) == expected)
  }

  /// Every pair of operators groups as their precedences say.
  @Test func everyPairOfOperatorsGroupsByTheTable() throws {
    let entries = try Grammar.operators().map { $0.split(separator: " ").map(String.init) }
    let infix = entries.compactMap { cells -> (String, Int, String)? in
      let spelling = String(cells[1].split(separator: "|")[0])
      guard BinaryOperator(rawValue: spelling) != nil, let strength = Int(cells[0]), strength < 9
      else { return nil }
      return (spelling, strength, cells[2])
    }
    #expect(infix.count >= 15)
    for left in infix {
      for right in infix {
        let tree = expression("a \(left.0) b \(right.0) c").map(describe)
        let toLeft = "(\(right.0) (\(left.0) 'a' 'b') 'c')"
        let toRight = "(\(left.0) 'a' (\(right.0) 'b' 'c'))"
        let isChain = left.1 == right.1 && left.2 == "none"
        let isLeft = left.1 > right.1 || (left.1 == right.1 && left.2 == "left")
        #expect(tree == (isChain ? nil : isLeft ? toLeft : toRight))
      }
    }
  }

  @Test func spansIncludeParentheses() throws {
    let tree = try #require(expression("(a + b) * count(c)"))
    guard case .binary(let use, let left, let right) = tree.kind else {
      Issue.record("no product")
      return
    }
    #expect((tree.span.lowerBound, tree.span.upperBound) == (2, 20))
    #expect((left.span.lowerBound, left.span.upperBound) == (2, 9))
    #expect((use.span.lowerBound, use.span.upperBound) == (10, 11))
    #expect((right.span.lowerBound, right.span.upperBound) == (12, 20))
  }

  @Test func clausesHaveTheirSpans() throws {
    guard case .fetch(let query) = statement("fetch A limit 1 where x select y")?.kind else {
      Issue.record("no fetch")
      return
    }
    #expect(query.clauseKeywords.map(\.clause) == [.limit, .predicate, .selection])
    #expect(query.clauseKeywords.map(\.span.lowerBound) == [8, 16, 24])
    #expect(query.selection?.span.upperBound == 32)
  }

  @Test func heightCountsLevels() throws {
    #expect(expression("a")?.height == 1)
    #expect(expression("a + b * c")?.height == 3)
    #expect(expression("f(a, (b), [c + d])")?.height == 4)
    #expect(expression("x in (B where a == 1 select (f(g(h(i)))))")?.height == 7)
  }
}
