import Columns
import Foundation
import Model
import Platform
import Storage
import TestSupport
import Testing

@testable import ColumnImages

/// A data file and a folder of images of it.
struct ImageWorld {
  let folder: TemporaryFolder
  let cache: ColumnImageCache
  let state: ImagedState

  init(limit: Int = 2_000_000_000, writingTime: Duration = .seconds(600)) throws {
    folder = try TemporaryFolder(inMemory: true)
    var settings = ColumnImageCache.Settings()
    settings.writingTime = writingTime
    settings.limit = limit
    settings.minimumRows = 0
    cache = ColumnImageCache(folder: folder.file("images"), settings: settings)
    let data = try folder.write(String(repeating: "data ", count: 10_000), to: "data")
    state = ImagedState(path: data, stamp: try FileStamp(data), content: [1, 2, 3])
  }

  /// Waits until files that are written get a later time, by a measurable difference.
  func waitForLaterTime() throws {
    let start = ContinuousClock.now
    let first = try writeClock()
    let isLater = try eventually {
      try writeClock() != first && ContinuousClock.now - start > .milliseconds(10)
    }
    try #require(isLater)
  }

  private func writeClock() throws -> FileStamp {
    try FileStamp(try folder.write("", to: "clock"))
  }

  /// Writes images of columns, which get the names `0`, `1` and so on.
  func write(_ columns: [Column], numbers: [Int64]? = nil, of table: String = "T") {
    let count = columns.first?.count ?? 0
    let numbers = numbers ?? Array(1..<Int64(count + 1))
    cache.add(
      PendingImages(of: table, in: state, columns.indices.map(String.init)) {
        (RowNumbers(numbers), columns.map(PendingColumn.whole))
      }
    )
    cache.writePending()
  }

  /// The column with a name.
  func read(_ name: String, of table: String = "T") -> Column? {
    cache.column(name, of: table, in: state)
  }

  /// The values that a reader of columns of all rows returns, or of those at `places`; nil if there
  /// is none, or an image is damaged.
  func readInBatches(
    _ names: [String],
    of table: String = "T",
    places: Range<Int>? = nil
  ) throws -> [[Value]]? {
    let images = cache.open(names, of: table, in: state)
    let reader = images?.reader(places: places) { _ in throw StoreError.outdated }
    guard let reader else { return nil }
    var values: [[Value]] = Array(repeating: [], count: names.count)
    while true {
      let next: Batch?
      do { next = try reader.next() } catch StoreError.outdated { return nil }
      guard let batch = next else { break }
      for (place, column) in batch.columns.enumerated() {
        #expect(column.count == batch.count)
        values[place] += column.values
      }
    }
    return values
  }

  /// The paths of all images.
  func images() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.path).sorted()
      .map { cache.path + "/" + $0 }
  }

  /// The path of the image of a column; of the numbers of rows for nil.
  func image(_ column: String?, of table: String = "T") -> String {
    cache.path + "/" + ImageName(state: state, table: table, column: column).fileName
  }

  /// A random column of a type that has images.
  static func column(_ random: inout SeededRandom, rows: Int) -> Column? {
    let types: [ValueType] = [.bool, .int, .double, .string, .date, .uuid]
    let type = random.pick(types)
    let nils = random.pick([0, 0, 30, 100])
    let scale = random.pick([1, 200, 70_000, 5_000_000_000, Int64.max / 2])
    let isHundredths = random.chance(50)
    let values = (0..<rows).map { _ -> Value in
      if random.chance(nils) { return .null }
      let number = Int64.random(in: -scale...scale, using: &random)
      switch type {
      case .bool: return .bool(number > 0)
      case .int: return .int(number)
      case .double: return .double(isHundredths ? Double(number) / 100 : Double(number) / 3)
      case .date: return .date(Timestamp(microseconds: number))
      case .uuid: return .uuid(UUID(UInt128(truncatingIfNeeded: number) &* 0x1_0000_0000_0001))
      default: return .string(random.pick(["", "ä", "日本", "x"]) + String(number % 100))
      }
    }
    return Column(values, of: type)
  }
}

extension Column {
  var values: [Value] { (0..<count).map { value(at: $0) } }
}
