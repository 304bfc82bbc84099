import Diagnostics
import Features
import Foundation
import MemoryStore
import Model
import Session
import TestSupport
import Testing
import Transfer

/// Damaged graphs are either rejected without a change, or restored as an intact store.
@Suite struct GraphFuzzTests {
  @Test(arguments: FixedWorlds.all.indices)
  func damageIsDetectedOrHarmless(world place: Int) throws {
    let world = FixedWorlds.all[place]
    let run = try RandomRun(world, contexts: 1)
    var maker = StepMaker(world, seed: UInt64(place) + 40)
    for _ in 0..<40 { _ = try run.perform(maker.step(run.contexts)) }
    let text = Array(try run.sessions[0].dumped().utf8)
    var random = SeededRandom(seed: UInt64(place))
    var refused = 0
    let count = fuzzCount(60)
    for _ in 0..<count {
      let damaged = String(decoding: Self.damaged(text, &random), as: UTF8.self)
      let session = QuerySession(store: InMemoryStore())
      do throws(SessionError) {
        _ = try session.restore(json: damaged, name: "graph.json")
        let damage = try session.check().lines
        #expect(
          damage.allSatisfy { $0.contains("which does not exist") || $0.contains(" more") },
          "\(damaged)"
        )
      } catch {
        refused += 1
        #expect(session.schema.entities.isEmpty, "\(error)")
        guard case .unreadable(let findings) = error else { continue }
        let lines = findings.lines
        #expect(lines.allSatisfy { $0.hasPrefix("graph.json:") || $0.hasPrefix("…") }, "\(lines)")
      }
    }
    #expect(refused > count / 3)
  }

  /// A text with one or two places changed, or its end cut off.
  private static func damaged(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<text.count, using: &random)
      let other = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: text.remove(at: place)
      case 1: text.insert(random.pick(Array("{}[]\",:#0129-.eEnt\\u".utf8)), at: place)
      case 2: text[place] = random.pick(Array("{}[]\",:#0129-.eEnt\\u".utf8))
      case 3: text.swapAt(place, other)
      case 4:
        // A line is removed, repeated or moved.
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
        }
        text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      case 5:
        let digits = text.indices.filter {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[$0])
        }
        if let digit = digits.randomElement(using: &random) {
          text[digit] = random.pick(Array("0123456789".utf8))
        }
      case 6: text.replaceSubrange(place..<min(place + 4, text.count), with: Array("null".utf8))
      default: text.removeSubrange(place...)
      }
      if text.isEmpty { break }
    }
    return text
  }

  @Test func nothingIsTooDeepOrTooLong() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    for text in [
      "", "{", "[]", "null", "{}", deep, "{\"format\": \(deep)", "\u{FEFF}{}", "{\"format\":1}",
      "{\"format\":\"martlet graph 1\",\"schema\":[],\"next\":{},\"records\":\(deep)",
      "{\"format\":\"martlet graph 2\",\"schema\":[],\"next\":{},\"records\":{}}",
    ] {
      let session = QuerySession(store: InMemoryStore())
      #expect(throws: SessionError.self) { try session.restore(json: text, name: "x") }
    }
    let session = QuerySession(store: InMemoryStore())
    let empty = "{\"records\":{},\"next\":{},\"schema\":[],\"format\":\"martlet graph 1\"}"
    guard case .message(let message) = try session.restore(json: empty, name: "x").answer else {
      Issue.record("an empty graph is restored")
      return
    }
    #expect(message == "0 restored")
  }

  @Test(arguments: ["1e-9223372036854775808", "1e9223372036854775807", "1e1000000"])
  func hugeDecimalsAreRejected(_ number: String) {
    let text = """
      {"format":"martlet graph 1","schema":["model A { d: Decimal }"],"next":{"A":2},
      "records":{"A":[{"id":"A#1","values":{"d":"\(number)"}}]}}
      """
    #expect(throws: SessionError.self) {
      try QuerySession(store: InMemoryStore()).restore(json: text, name: "x")
    }
  }

  @Test func maximumIdentities() throws {
    let text = """
      {"format":"martlet graph 1","schema":["model A { n: Int }"],
      "next":{"A":9223372036854775807},
      "records":{"A":[{"id":"A#9223372036854775806","values":{"n":1}}]}}
      """
    let session = QuerySession(store: InMemoryStore())
    _ = try session.restore(json: text, name: "x")
    guard case .refused = SessionAnswer("insert A n: 2", in: session) else {
      Issue.record("there is no number left")
      return
    }
    let beyond = text.replacing("806\"", with: "807\"")
    #expect(throws: SessionError.self) {
      try QuerySession(store: InMemoryStore()).restore(json: beyond, name: "x")
    }
  }
}
