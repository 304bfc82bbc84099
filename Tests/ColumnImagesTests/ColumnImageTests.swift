import Columns
import Dispatch
import Foundation
import Model
import Platform
import Storage
import Synchronization
import TestSupport
import Testing

@testable import ColumnImages

/// What images contain, and who may read them.
@Suite struct ColumnImageTests {
  @Test func columnsComeBack() throws {
    var random = SeededRandom(seed: 11)
    for round in 0..<fuzzCount(60) {
      let world = try ImageWorld()
      let rows = random.pick([0, 1, 63, 64, 65, 200, 4096, 9000, 40_000])
      let columns = (0..<3).compactMap { _ in ImageWorld.column(&random, rows: rows) }
      world.write(columns)
      for (place, column) in columns.enumerated() {
        let read = try #require(world.read(String(place)), "round \(round)")
        #expect(read.values == column.values)
        #expect(read.validCount == column.validCount)
      }
      let names = columns.indices.map(String.init)
      #expect(try world.readInBatches(names) == columns.map(\.values), "round \(round)")
      let start = 64 * Int.random(in: 0...rows / 64, using: &random)
      let places = start..<Int.random(in: start...rows, using: &random)
      let end = places.upperBound == rows ? rows : places.upperBound / 64 * 64
      #expect(
        try world.readInBatches(names, places: start..<max(start, end))
          == columns.map { Array($0.values[start..<max(start, end)]) },
        "round \(round)"
      )
      let numbers = RowNumbers(Array(1..<Int64(rows + 1)))
      #expect(world.cache.rowNumbers(of: "T", in: world.state) == numbers)
      #expect(world.cache.rowCount(of: "T", in: world.state) == rows)
    }
  }

  @Test func referencesAndGapsComeBack() throws {
    let world = try ImageWorld()
    let none = Column.nullReference
    for references in [[3, none, 7], [0, none, 7], [none, none, none], [-5, .max, 1]] {
      world.cache.clear()
      world.write([.reference(FixedColumn(values: references))], numbers: [-4, 9, .max])
      guard case .reference(let read)? = world.read("0") else {
        Issue.record("there is no image of \(references)")
        continue
      }
      #expect(read.values == references)
      #expect(world.cache.rowNumbers(of: "T", in: world.state) == .listed([-4, 9, .max]))
    }
  }

  /// Batches have the numbers of their rows.
  @Test func readersNumberTheirRows() throws {
    let column = try #require(Column((0..<5000).map { .int($0 * 3) }, of: .int))
    for numbers in [Array(7..<5007), (0..<5000).map { $0 * $0 }] as [[Int64]] {
      let world = try ImageWorld()
      world.write([column], numbers: numbers)
      let images = try #require(world.cache.open(["0"], of: "T", in: world.state))
      let reader = images.reader { _ in throw StoreError.outdated }
      var read: [Int64] = []
      while let batch = try reader.next() {
        read += (0..<batch.count).map { batch.reference(at: $0) }
      }
      #expect(read == numbers)
    }
  }

  /// If an image is overwritten or cut while it is read, the rest comes from the data file.
  @Test(arguments: [true, false], [nil, 6400..<12_800, 12_800..<40_000])
  func readersOfChangedImages(isCut: Bool, places: Range<Int>?) throws {
    let world = try ImageWorld()
    let texts = (0..<40_000).map { Value.string("text \($0 % 300)") }
    world.write([try #require(Column(texts, of: .string))])
    let images = try #require(world.cache.open(["0"], of: "T", in: world.state))
    let reader = images.reader(places: places) { last in
      let rest = Array((last ?? 0) + 1...40_000)
      let column = try #require(Column(rest.map { texts[Int($0) - 1] }, of: .string))
      return WholeColumnReader(references: rest, columns: [column])
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: world.image("0")))
    let size = try file.seekToEnd()
    if isCut {
      try file.truncate(atOffset: size / 2)
    } else {
      try file.seek(toOffset: size / 2)
      try file.write(contentsOf: Data(repeating: 0xff, count: Int(size / 4)))
    }
    var (numbers, values) = ([Int64](), [Value]())
    while let batch = try reader.next() {
      numbers += (0..<batch.count).map { batch.reference(at: $0) }
      for row in 0..<batch.count { values.append(batch.columns[0].value(at: batch.start + row)) }
    }
    let places = places ?? 0..<40_000
    #expect(numbers == places.map { Int64($0) + 1 })
    #expect(values == Array(texts[places]))
    #expect(world.read("0") == nil)
  }

  @Test func dictionariesThatAreNotDistinctStayThat() throws {
    let world = try ImageWorld()
    let texts = StringDictionary(bytes: Array("aab".utf8), starts: [0, 1, 2, 3], isDistinct: false)
    let codes = FixedColumn<UInt32>(values: [0, 1, 2, 1])
    world.write([.string(StringColumn(codes: codes, dictionary: texts))])
    guard case .string(let read)? = world.read("0") else {
      Issue.record("there is no image")
      return
    }
    #expect(!read.dictionary.isDistinct)
    #expect(Column.string(read).values == ["a", "a", "b", "a"].map(Value.string))
  }

  /// Decimals, data and lists are read from the file.
  @Test func someTypesHaveNoImages() throws {
    let world = try ImageWorld()
    let decimal = try #require(Column([.decimal(1)], of: .decimal))
    let number = try #require(Column([.int(1)], of: .int))
    world.write([decimal, number])
    #expect(world.read("0") == nil)
    #expect(world.read("1")?.values == [.int(1)])
    #expect(world.cache.rows(["0", "1"], of: "T", in: world.state) == nil)
    world.cache.clear()
    world.write([decimal])
    #expect(try world.images().isEmpty)
  }

  @Test func everyStateHasItsOwnImages() throws {
    let world = try ImageWorld()
    let column = try #require(Column([.int(1), .int(2)], of: .int))
    world.write([column])
    #expect(world.read("0") != nil)
    #expect(world.read("0", of: "U") == nil)
    #expect(world.read("1") == nil)
    let state = world.state
    for other in [[1, 2, 4], [1, 2], [1, 2, 3, 0], []] as [[UInt64]] {
      let state = ImagedState(path: state.path, stamp: state.stamp, content: other)
      #expect(world.cache.rows(["0"], of: "T", in: state) == nil)
    }
    let moved = ImagedState(path: state.path + "x", stamp: state.stamp, content: state.content)
    #expect(world.cache.rows(["0"], of: "T", in: moved) == nil)
    // The images of the old state are still there, and none are written for a state that is past.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: state.path
    )
    let touched = ImagedState(
      path: state.path,
      stamp: try FileStamp(state.path),
      content: state.content
    )
    #expect(touched != state)
    #expect(world.cache.rows(["0"], of: "T", in: touched) == nil)
    world.cache.clear()
    world.write([column])
    #expect(world.read("0") == nil)
  }

  @Test func filesAreSettledAfterAWhile() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write("x", to: "x")
    #expect(try !FileStamp(path).isSettled(after: 60))
    #expect(try FileStamp(path).isSettled(after: -60))
    // A time in the future.
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(3600)],
      ofItemAtPath: path
    )
    #expect(try !FileStamp(path).isSettled(after: 0))
    #expect(FileSystem.isLocal(path))
    #expect(!FileSystem.isLocal("/proc/self/status"))
    #expect(!FileSystem.isLocal(path + "-none"))
  }

  @Test func onlyTheUserReadsThem() throws {
    let world = try ImageWorld()
    let column = try #require(Column([.int(1)], of: .int))
    world.write([column])
    #expect(try FileStatus(world.cache.path).permissions == 0o700)
    for path in try world.images() { #expect(try FileStatus(path).permissions == 0o600) }
    // Files that others can write are not trusted.
    try FileSystem.setPermissions(0o622, of: world.image("0"))
    #expect(world.read("0") == nil)
    #expect(!FileSystem.exists(world.image("0")))
    try FileSystem.setPermissions(0o777, of: world.cache.path)
    world.cache.clear()
    world.write([column])
    #expect(try world.images().isEmpty)
  }

  @Test func theLeastRecentlyUsedGoFirst() throws {
    let world = try ImageWorld(limit: 3000)
    let column = try #require(Column((0..<100).map { .double(Double($0)) }, of: .double))
    for name in ["A", "B", "C", "D", "E"] {
      world.write([column], of: name)
      // "A" stays in use.
      #expect(world.read("0", of: "A") != nil, "\(name)")
      try world.waitForLaterTime()
    }
    let sizes = try world.images().map { try FileStatus($0).size }
    #expect(sizes.reduce(0, +) <= 3000)
    #expect(world.read("0", of: "E") != nil)
    #expect(world.read("0", of: "B") == nil)
    #expect(world.cache.contents.map(\.path) == [world.state.path])
    #expect(world.cache.contents.map(\.bytes) == [sizes.reduce(0, +)])
    world.cache.clear()
    #expect(try world.images().isEmpty)
    #expect(world.cache.contents.isEmpty)
    let small = try ImageWorld(limit: 100)
    small.write([column])
    #expect(try small.images().isEmpty)
  }

  /// Columns of numbers that take eight bytes each.
  private static func doubles(_ count: Int, of columns: Int) throws -> [Column] {
    try (0..<columns).map { place in
      try #require(Column((0..<count).map { .double(Double($0 + place) / 7) }, of: .double))
    }
  }

  /// Several threads write at once, and none of their images removes another.
  @Test func theLimitHoldsForAllThreads() throws {
    let world = try ImageWorld(limit: 18_000)
    let columns = try Self.doubles(200, of: 8)
    for name in ["A", "B", "C", "D"] {
      world.write(columns, of: name)
      let sizes = try world.images().map { try FileStatus($0).size }
      #expect(sizes.reduce(0, +) <= 18_000, "\(name)")
      let all = columns.indices.map(String.init)
      #expect(world.cache.rows(all, of: name, in: world.state) != nil, "\(name)")
      try world.waitForLaterTime()
    }
  }

  /// Columns that do not fit together are not written, and others stay.
  @Test func columnsThatDoNotFitHaveNone() throws {
    let world = try ImageWorld(limit: 10_000)
    world.write(try Self.doubles(200, of: 2), of: "A")
    let before = try world.images()
    #expect(before.count == 3)
    world.write(try Self.doubles(200, of: 8), of: "B")
    #expect(try world.images() == before)
  }

  /// A data file has images of all its columns, or none.
  @Test func someColumnsOfADataFileAreOfNoUse() throws {
    let world = try ImageWorld()
    let columns =
      try Self.doubles(10, of: 2) + [
        #require(Column([Value](repeating: .decimal(1), count: 10), of: .decimal))
      ]
    world.cache.add(
      PendingImages(of: "T", in: world.state, ["0", "1", "2"], fields: ["0", "1", "2"]) {
        (.consecutive(0..<10), columns.map(PendingColumn.whole))
      }
    )
    world.cache.writePending()
    #expect(try world.images().isEmpty)
  }

  /// What is left when writing stops, a later process writes.
  @Test(arguments: [true, false]) func writingStops(hasFields: Bool) throws {
    let world = try ImageWorld(writingTime: .zero)
    let columns = try Self.doubles(100, of: 12)
    let (names, state) = (columns.indices.map(String.init), world.state)
    func add(_ scanTime: Duration?) {
      world.cache.add(
        PendingImages(
          of: "T",
          in: state,
          names,
          fields: hasFields ? names : [],
          scanTime: scanTime
        ) { (.consecutive(0..<100), columns.map(PendingColumn.whole)) }
      )
    }
    // The time is over at once.
    add(.zero)
    world.cache.writePending()
    #expect(world.cache.rows(names, of: "T", in: state) == nil)
    let questions = Atomic(0)
    add(nil)
    world.cache.writePending { questions.add(1, ordering: .relaxed).newValue > 4 }
    let count = try world.images().count
    #expect(count > 0 && count < 12)
    #expect(world.cache.rows(names, of: "T", in: state) == nil)
    #expect(world.cache.fields(of: "T", in: state) == nil)
    add(.seconds(60))
    world.cache.writePending()
    let read = try #require(world.cache.rows(names, of: "T", in: state))
    #expect(read.columns.map(\.values) == columns.map(\.values))
    #expect(world.cache.fields(of: "T", in: state) == (hasFields ? names : nil))
  }

  private static let bits: [[Double]] = [
    [0.25, -0.0], [-0.0], [-0.004, 1], [0.1 + 0.2, -0.0], [.nan, -Double.infinity],
  ]

  /// Hundredths are stored as integers, which have no -0.
  @Test(arguments: bits)
  func doublesKeepTheirBits(numbers: [Double]) throws {
    let world = try ImageWorld()
    world.write([.double(FixedColumn(values: numbers))])
    guard case .double(let read)? = world.read("0") else {
      Issue.record("no image of Doubles")
      return
    }
    #expect(read.values.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test func severalWritersOfOneImage() throws {
    let world = try ImageWorld()
    let column = try #require(Column((0..<500).map { .string("text \($0 % 9)") }, of: .string))
    let caches = (0..<4).map { _ in
      ColumnImageCache(folder: world.cache.path, settings: world.cache.settings)
    }
    let state = world.state
    let wrong = inParallel(4) { place in
      var wrong = 0
      for round in 0..<40 {
        let numbers = RowNumbers(Array(1...500))
        caches[place].add(PendingImages(of: "T", in: state, ["0"]) { (numbers, [.whole(column)]) })
        caches[place].writePending()
        let read = caches[place].rows(["0"], of: "T", in: state)
        if let read, read.columns[0].values != column.values { wrong += 1 }
        if round % 10 == 5 { caches[place].clear() }
      }
      return wrong
    }
    #expect(wrong == [0, 0, 0, 0])
    world.write([column])
    #expect(world.read("0")?.values == column.values)
    #expect(try world.images().allSatisfy { $0.hasSuffix(".image") })
  }

  @Test func foldersThatCannotBeWritten() throws {
    let column = try #require(Column([.int(1)], of: .int))
    let world = try ImageWorld()
    for folder in [world.state.path + "/images", "/proc/martlet", "/dev/null"] {
      let cache = ColumnImageCache(folder: folder, settings: world.cache.settings)
      cache.add(PendingImages(of: "T", in: world.state, ["0"]) { (.listed([1]), [.whole(column)]) })
      cache.writePending()
      #expect(cache.rows(["0"], of: "T", in: world.state) == nil)
      #expect(cache.contents.isEmpty)
      cache.clear()
    }
  }
}
