import Columns
import Storage
import TestSupport
import Testing

@testable import MemoryStore

@Suite("MemberIndex")
struct MemberIndexTests {
  @Test("groups members by owner as a dictionary does", arguments: 0..<fuzzCount(20))
  func grouping(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let ownerCount = Int.random(in: 0...6, using: &random)
    let owners = (0..<Int.random(in: 0...30, using: &random)).map { _ -> Int64 in
      let owner = Int64.random(in: -1..<Int64(ownerCount), using: &random)
      return owner < 0 ? Column.nullReference : owner
    }
    let keys = owners.map { _ in Int64.random(in: 0..<4, using: &random) }
    let groups = Dictionary(grouping: owners.indices) { owners[$0] }
    var index = MemberIndex(owners: owners, ownerCount: ownerCount)
    let asked = [2, 0, 5, Column.nullReference, 9, 2].map { Int64($0) } + (0..<10)
    func members() -> [[Int]] {
      let lists = index.lists(for: asked)
      return asked.indices.map { place in
        lists.members[lists.starts[place]..<lists.starts[place + 1]].map { Int($0) }
      }
    }
    func expected(_ areInOrder: (Int, Int) -> Bool) -> [[Int]] {
      asked.map { $0 == Column.nullReference ? [] : (groups[$0] ?? []).sorted(by: areInOrder) }
    }
    #expect(members() == expected(<))
    index.sort(by: keys)
    #expect(members() == expected { (keys[$0], $0) < (keys[$1], $1) })
    index.rename(by: owners.indices.map { Int64($0) * 10 })
    #expect(members() == expected { (keys[$0], $0) < (keys[$1], $1) }.map { $0.map { $0 * 10 } })
  }
}
