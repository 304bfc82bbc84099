import Platform
import Testing

@Suite struct LargePagesTests {
  /// The last large page of an array takes memory as soon as one of its bytes is written.
  @Test(arguments: [1, 1000, 262_144, 270_000, 390_000, 600_000, 1_000_000, 1_048_576, 5_000_000])
  func capacitiesWasteLittle(count: Int) {
    let capacity = LargePages.capacity(for: count, of: Int64.self)
    #expect(capacity >= count)
    #expect(capacity - count <= count / 8)
  }

  @Test func almostFullPagesAreFilled() {
    #expect(LargePages.capacity(for: 270_000, of: Int64.self) == 270_000)
    #expect(LargePages.capacity(for: 1_000_000, of: Int64.self) > 1_040_000)
  }
}
