/// Rows of a table on some of its leaf pages.
///
/// See https://www.sqlite.org/fileformat2.html, sections 1.5, 1.6 and 2.1. Unexpected content, and
/// content that SQLite converts when reading, is left to SQLite.
struct PageRows {
  /// The numbers of the rows.
  private(set) var numbers: [Int64] = []
  private let file: PageFile
  private let slots: [RecordFormat.Slot]
  /// The slot of each field of a record; -1 for fields that are not read. No two slots have the
  /// same field.
  private let slotOfField: [Int]
  /// The slots that contain the row number.
  private let numberSlots: [Int]
  /// The slot with the entity's number, and the numbers of the requested rows.
  private let filter: (slot: Int, values: Set<Int64>)?

  private let pages = PageBuffer()
  /// The parts of long rows on overflow pages.
  private var longRows: [PageBuffer] = []
  /// The size of these parts.
  private(set) var longByteCount = 0
  private var cells = CellBuffer(count: 0)
  /// The number of rows that the cells have space for; those of a slot are contiguous.
  private var capacity = 0
  private var count = 0
  /// The ascending numbers of the requested rows; nil for all.
  private var wanted: ArraySlice<Int64>?
  /// The index of the first wanted number that was not passed.
  private var wantedPlace = 0

  init(
    _ file: PageFile,
    _ slots: [RecordFormat.Slot],
    filter: (slot: Int, values: Set<Int64>)? = nil
  ) {
    self.file = file
    self.slots = slots
    self.filter = filter
    var slotOfField = Array(repeating: -1, count: (slots.compactMap(\.field).max() ?? -1) + 1)
    for (place, slot) in slots.enumerated() {
      if let field = slot.field { slotOfField[field] = place }
    }
    self.slotOfField = slotOfField
    numberSlots = slots.indices.filter { slots[$0].field == nil }
  }

  /// The cells of a slot, one a row, valid until more rows are read.
  func cells(of slot: Int) -> UnsafeBufferPointer<SQLiteCell> {
    UnsafeBufferPointer(start: cells.start + slot * capacity, count: count)
  }

  /// Reads the rows on some leaf pages, or those with the ascending numbers `wanted`; returns false
  /// if SQLite has to read them.
  mutating func read(_ leaves: ArraySlice<UInt32>, only wanted: ArraySlice<Int64>? = nil) -> Bool {
    (count, numbers, longRows, longByteCount) = (0, [], [], 0)
    (self.wanted, wantedPlace) = (wanted, wanted?.startIndex ?? 0)
    pages.reserve(leaves.count * file.pageSize)
    guard readPages(leaves), let most = maxRows(leaves.count) else { return false }
    if capacity < most {
      cells = CellBuffer(count: most * slots.count)
      capacity = most
    }
    numbers.reserveCapacity(most)
    for place in 0..<leaves.count where !addRows(of: page(place)) { return false }
    return true
  }

  private func page(_ place: Int) -> PageBytes {
    PageBytes(pages.start + place * file.pageSize, count: file.usableSize)
  }

  /// Reads consecutive pages at once.
  private func readPages(_ leaves: ArraySlice<UInt32>) -> Bool {
    var place = leaves.startIndex
    while place < leaves.endIndex {
      var end = place + 1
      while end < leaves.endIndex, leaves[end] == leaves[end - 1] &+ 1 { end += 1 }
      let target = pages.start + (place - leaves.startIndex) * file.pageSize
      guard file.read(leaves[place], count: end - place, into: target) else { return false }
      place = end
    }
    return true
  }

  private func maxRows(_ pageCount: Int) -> Int? {
    var most = 0
    for place in 0..<pageCount {
      let page = page(place)
      let count = page.number16(3)
      guard page[0] == TableTree.leafKind, 8 + 2 * count <= page.count else { return nil }
      most += count
    }
    return most
  }

  private mutating func addRows(of page: PageBytes) -> Bool {
    for cell in 0..<page.number16(3) {
      let offset = page.number16(8 + 2 * cell)
      guard offset < page.count else { return false }
      var rest = page
      rest.drop(offset)
      guard let size = rest.takeNumber(), let number = rest.takeNumber() else { return false }
      if !isWanted(number) { continue }
      guard let record = record(of: size, rest) else { return false }
      for slot in numberSlots { cells.start[slot * capacity + count] = SQLiteCell(number) }
      guard addRecord(record) else { return false }
      if let filter {
        guard let kind = cells.start[filter.slot * capacity + count].integer else { return false }
        if !filter.values.contains(kind) { continue }
      }
      numbers.append(number)
      count += 1
    }
    return true
  }

  /// Whether a row is requested. Rows have ascending numbers.
  @inline(__always)
  private mutating func isWanted(_ number: Int64) -> Bool {
    guard let wanted else { return true }
    while wantedPlace < wanted.endIndex, wanted[wantedPlace] < number { wantedPlace += 1 }
    return wantedPlace < wanted.endIndex && wanted[wantedPlace] == number
  }

  /// Decodes a record into the slots of row ``count``.
  private mutating func addRecord(_ record: PageBytes) -> Bool {
    var header = record
    guard let size = header.takeNumber(), size >= 0, size <= record.count else { return false }
    let headerEnd = record.start + Int(size)
    var body = record
    body.drop(Int(size))
    for field in slotOfField.indices {
      let slot = slotOfField[field]
      if header.start >= headerEnd {
        guard header.start == headerEnd else { return false }
        guard slot < 0 || slots[slot].isNullBefore else { return false }
        if slot >= 0 { cells.start[slot * capacity + count] = .null }
        continue
      }
      guard let kind = header.takeNumber(), let size = Self.size(of: kind), size <= body.count
      else { return false }
      if slot >= 0 {
        cells.start[slot * capacity + count] = Self.cell(kind, body, isReal: slots[slot].isReal)
      }
      body.drop(size)
    }
    return true
  }

  /// The size of a value by its serial type; nil for invalid types.
  @inline(__always)
  private static func size(of kind: Int64) -> Int? {
    if kind >= 12 { return Int((kind - 12) >> 1) }
    switch kind {
    case 0, 8, 9: return 0
    case 1...4: return Int(kind)
    case 5: return 6
    case 6, 7: return 8
    default: return nil
    }
  }

  @inline(__always)
  private static func cell(_ kind: Int64, _ bytes: PageBytes, isReal: Bool) -> SQLiteCell {
    if kind >= 12 {
      let size = Int((kind - 12) >> 1)
      return SQLiteCell(
        kind & 1 == 1 ? .text : .blob,
        bytes.start.assumingMemoryBound(to: UInt8.self),
        count: size
      )
    }
    if kind == 0 { return .null }
    if kind == 7 {
      let real = Double(bitPattern: bytes.bits64(0))
      return real.isNaN ? .null : SQLiteCell(real)
    }
    let number = integer(kind, bytes)
    return isReal ? SQLiteCell(Double(number)) : SQLiteCell(number)
  }

  @inline(__always)
  private static func integer(_ kind: Int64, _ bytes: PageBytes) -> Int64 {
    switch kind {
    case 1: Int64(Int8(bitPattern: bytes[0]))
    case 2: Int64(Int16(truncatingIfNeeded: bytes.number16(0)))
    case 3: Int64(Int8(bitPattern: bytes[0])) << 16 | Int64(bytes.number16(1))
    case 4: Int64(Int32(bitPattern: bytes.number32(0)))
    case 5:
      Int64(Int16(truncatingIfNeeded: bytes.number16(0))) << 32 | Int64(bytes.number32(2))
    case 6: Int64(bitPattern: bytes.bits64(0))
    default: kind - 8
    }
  }
}

// MARK: - Long rows

extension PageRows {
  /// The maximum size of long rows to hold at once: larger ones are left to SQLite, which holds
  /// one.
  private static let maxLongBytes = 64_000_000

  /// The record of `size` bytes at the start of `rest`; if it continues on overflow pages, as much
  /// as the slots need. Nil if it is incomplete.
  @inline(__always)
  private mutating func record(of size: Int64, _ rest: PageBytes) -> PageBytes? {
    if size >= 0, size <= file.usableSize - 35 {
      return Int(size) <= rest.count ? PageBytes(rest.start, count: Int(size)) : nil
    }
    return longRecord(of: size, rest)
  }

  private mutating func longRecord(of size: Int64, _ rest: PageBytes) -> PageBytes? {
    // No row is larger than the file.
    guard size > 0, size <= Int32.max, Int(size) <= file.pageCount * file.pageSize else {
      return nil
    }
    let usable = file.usableSize
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (Int(size) - least) % (usable - 4)
    let local = fitting <= usable - 35 ? fitting : least
    guard local + 4 <= rest.count,
      let needed = needed(of: PageBytes(rest.start, count: local)),
      needed <= Int(size)
    else { return nil }
    if needed <= local { return PageBytes(rest.start, count: local) }
    longByteCount += needed
    guard longByteCount <= Self.maxLongBytes else { return nil }
    let buffer = PageBuffer()
    buffer.reserve(needed + file.pageSize)
    buffer.start.copyMemory(from: rest.start, byteCount: local)
    guard follow(rest.number32(local), buffer, from: local, to: needed) else { return nil }
    longRows.append(buffer)
    return PageBytes(buffer.start, count: needed)
  }

  /// The number of bytes of a record that all slots need; nil if its header continues on overflow
  /// pages.
  private func needed(of record: PageBytes) -> Int? {
    var header = record
    guard let size = header.takeNumber(), size >= 0, size <= record.count else { return nil }
    let end = record.start + Int(size)
    var needed = Int(size)
    for _ in slotOfField where header.start < end {
      guard let kind = header.takeNumber(), let size = Self.size(of: kind), size <= Int32.max
      else { return nil }
      needed += size
    }
    return needed
  }

  /// Reads the overflow pages of a record; `page` is the first.
  private func follow(_ page: UInt32, _ buffer: PageBuffer, from start: Int, to end: Int) -> Bool {
    let next = PageBuffer()
    next.reserve(file.pageSize)
    var (page, place) = (page, start)
    while place < end {
      guard file.read(page, into: next.start) else { return false }
      let bytes = PageBytes(next.start, count: file.usableSize)
      let count = min(end - place, bytes.count - 4)
      (buffer.start + place).copyMemory(from: bytes.start + 4, byteCount: count)
      page = bytes.number32(0)
      place += count
    }
    return true
  }
}

/// Memory for pages.
private final class PageBuffer {
  private(set) var start = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 8)
  private var size = 0

  deinit { start.deallocate() }

  /// Makes space for a number of bytes; the content is lost if it has to grow.
  func reserve(_ needed: Int) {
    guard needed > size else { return }
    start.deallocate()
    start = UnsafeMutableRawPointer.allocate(byteCount: needed, alignment: 8)
    size = needed
  }
}

/// Memory for cells, which own nothing.
private final class CellBuffer {
  let start: UnsafeMutablePointer<SQLiteCell>

  init(count: Int) { start = UnsafeMutablePointer.allocate(capacity: count) }

  deinit { start.deallocate() }
}
