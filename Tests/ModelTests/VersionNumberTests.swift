import Model
import Testing

/// Numbers of versions: their order, their limits, and the integers that stores keep.
@Suite struct VersionNumberTests {
  private static let greatest = VersionNumber(VersionNumber.greatest)
  private static let part = VersionNumber.greatestPart

  @Test(arguments: [
    VersionNumber(0), 1, greatest, VersionNumber(1, 2, 0), VersionNumber(0, 0, 1),
    VersionNumber(part, part, part), VersionNumber(1, 0, part),
  ])
  func codesAreReadBack(_ number: VersionNumber) {
    #expect(VersionNumber(code: number.code) == number)
  }

  @Test(arguments: [
    (VersionNumber(2), 2), (VersionNumber(2, 0, 0), 2),
    (VersionNumber(1, 2, 0), 1_152_922_604_120_571_904),
  ])
  func codesAreStable(_ number: VersionNumber, _ code: Int) {
    #expect(number.code == code)
  }

  @Test(arguments: [-1, .min, .max, 1 << 61, 1 << 62])
  func otherCodesAreNoVersions(_ code: Int) {
    #expect(VersionNumber(code: code) == nil)
  }

  @Test(arguments: [
    (-1, 0, 0), (1, -1, 0), (1, 0, -1), (VersionNumber.greatest + 1, 0, 0), (part + 1, 0, 1),
    (0, part + 1, 0), (0, 0, part + 1), (.max, .max, .max),
  ])
  func partsHaveLimits(_ major: Int, _ minor: Int, _ patch: Int) {
    #expect(VersionNumber(exactly: major, minor, patch) == nil)
  }

  @Test func numbersAreInOrder() {
    let numbers: [VersionNumber] = [
      0, 1, .init(1, 0, 1), .init(1, 2), .init(1, 10), 2, .init(2, 1),
    ]
    #expect(numbers.shuffled().sorted() == numbers)
  }

  @Test func nextNumbersDependOnTheParts() {
    #expect(VersionNumber(2).next == [3])
    #expect(VersionNumber(1, 2).next == [VersionNumber(1, 2, 1), VersionNumber(1, 3)])
    #expect(Self.greatest.next.isEmpty)
    #expect(VersionNumber(1, Self.part, Self.part).next.isEmpty)
  }
}
