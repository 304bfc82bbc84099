/// The leaf pages of a table in the order of its row numbers.
///
/// See https://www.sqlite.org/fileformat2.html, section 1.6.
struct TableTree {
  private(set) var leaves: [UInt32] = []
  /// For each leaf, a number that is at least those of its rows, and less than those of the next
  /// leaf.
  private(set) var lastRows: [Int64] = []

  static let (leafKind, interiorKind): (UInt8, UInt8) = (13, 5)
  private static let maxLevels = 20
  /// The lists of a larger table would take too much memory.
  private static let maxLeaves = 1 << 24

  /// Nil if `root` is not the root page of a table with row numbers, or the tree is damaged.
  init?(root: UInt32, _ file: PageFile) {
    let page = UnsafeMutableRawPointer.allocate(byteCount: file.pageSize, alignment: 8)
    defer { page.deallocate() }
    (leaves, lastRows) = ([root], [.max])
    for _ in 0..<Self.maxLevels {
      guard let first = leaves.first, file.read(first, into: page) else { return nil }
      let kind = page.load(as: UInt8.self)
      if kind == Self.leafKind { return }
      guard kind == Self.interiorKind, descend(file, page) else { return nil }
    }
    return nil
  }

  /// Replaces the pages of one level by their children.
  private mutating func descend(_ file: PageFile, _ page: UnsafeMutableRawPointer) -> Bool {
    let (parents, bounds) = (leaves, lastRows)
    (leaves, lastRows) = ([], [])
    for (parent, bound) in zip(parents, bounds) {
      guard file.read(parent, into: page),
        addChildren(of: PageBytes(page, count: file.usableSize), upTo: bound),
        leaves.count <= min(file.pageCount, Self.maxLeaves)
      else { return false }
    }
    return true
  }

  private mutating func addChildren(of page: PageBytes, upTo bound: Int64) -> Bool {
    let count = page.number16(3)
    guard page[0] == Self.interiorKind, 12 + 2 * count <= page.count else { return false }
    for cell in 0..<count {
      let offset = page.number16(12 + 2 * cell)
      guard offset + 4 < page.count else { return false }
      var rest = page
      rest.drop(offset + 4)
      guard let key = rest.takeNumber() else { return false }
      leaves.append(page.number32(offset))
      lastRows.append(key)
    }
    leaves.append(page.number32(8))
    lastRows.append(bound)
    return true
  }

  /// The index in ``leaves``, from `first` on, of the page that may contain row `number`.
  func place(of number: Int64, from first: Int) -> Int {
    // Consecutive requests often hit the same page.
    if lastRows[first] >= number { return first }
    var (low, high) = (first + 1, lastRows.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if lastRows[middle] < number { low = middle + 1 } else { high = middle }
    }
    return min(low, lastRows.count - 1)
  }
}
