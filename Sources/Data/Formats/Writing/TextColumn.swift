public import Diagnostics
public import Model

/// How a format for people writes the cells of a column.
public struct TextColumn: Sendable {
  /// The text around a cell.
  public struct Frame: Sendable {
    let before: RowPiece
    let after: RowPiece

    /// Creates a frame.
    public init(before: String = "", after: String = "") {
      self.before = RowPiece(Array(before.utf8))
      self.after = RowPiece(Array(after.utf8))
    }
  }

  /// The space that cells fill.
  public struct Alignment: Sendable {
    /// The number of display columns.
    public let width: Int
    let isRight: Bool
    /// Whether texts can be wider.
    public let isCut: Bool

    /// No space but the text.
    public static let none = Alignment(width: 0, isRight: false, isCut: false)

    /// - Parameters:
    ///   - width: The number of display columns.
    ///   - isRight: Whether spaces come before the text.
    ///   - isCut: Whether texts can be wider, so that the column's text function cuts them.
    public init(width: Int, isRight: Bool, isCut: Bool) {
      (self.width, self.isRight, self.isCut) = (width, isRight, isCut)
    }
  }

  /// Formats any value.
  let text: @Sendable (Value) -> FittedText
  /// How the texts of strings differ from the strings.
  let strings: TextEscaping
  /// Whether dates are in UTC.
  let isUTC: Bool
  let frame: Frame
  /// The cell for nil.
  let null: RowPiece
  let nullWidth: Int
  let alignment: Alignment

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - strings: The strings whose text is the string itself.
  ///   - isUTC: Whether dates are in UTC.
  ///   - frame: The text around values.
  ///   - nullFrame: The text around nil.
  ///   - alignment: The space that cells fill.
  ///   - text: Formats a value. Numbers, dates and other values of fixed size need no escapes.
  public init(
    strings: TextEscaping,
    isUTC: Bool,
    frame: Frame = Frame(),
    nullFrame: Frame = Frame(),
    alignment: Alignment = .none,
    text: @escaping @Sendable (Value) -> FittedText
  ) {
    (self.text, self.strings, self.isUTC) = (text, strings, isUTC)
    (self.frame, self.alignment) = (frame, alignment)
    let null = text(.null)
    nullWidth = null.width
    var cell = OutputBuffer()
    cell.append(null, nullFrame, alignment)
    self.null = RowPiece(cell.bytes)
  }

  /// The most bytes of a cell around a text of known length.
  var longestRest: Int { frame.before.count + frame.after.count + alignment.width }
}

/// Which strings a format for people writes as they are.
public struct TextEscaping: Sendable {
  /// For each byte, whether it needs no escapes.
  private let isPlain: [Bool]
  private let isPlainASCII: Bool
  /// A string that is always escaped, because it looks like nil.
  private let nullText: [UInt8]

  /// - Parameters:
  ///   - special: The ASCII characters to escape.
  ///   - nullText: The text for nil; an equal string is escaped.
  public init(special: String = "", nullText: String) {
    // Printable ASCII, and the first bytes of the letters À to ɿ.
    var isPlain = (0...255).map { 0x20..<0x7F ~= $0 || 0x80...0xBF ~= $0 || 0xC3...0xC9 ~= $0 }
    for byte in special.utf8 { isPlain[Int(byte)] = false }
    self.isPlain = isPlain
    isPlainASCII = special.isEmpty
    self.nullText = Array(nullText.utf8)
  }

  /// The display width of a string that is written as it is; nil if it may need escapes.
  @inline(__always)
  func width(of text: FieldText) -> Int? {
    guard text.count > 0, text[0] != Byte.space, text[0] != Byte.quote,
      text[text.count - 1] != Byte.quote
    else { return nil }
    if text.count == nullText.count, text.buffer.elementsEqual(nullText) { return nil }
    if isPlainASCII, text.isPrintableASCII { return text.count }
    return slowWidth(of: text)
  }

  @inline(never)
  private func slowWidth(of text: FieldText) -> Int? {
    var width = 0
    for byte in text.buffer {
      guard isPlain[Int(byte)] else { return nil }
      if byte & 0xC0 != 0x80 { width += 1 }
    }
    return width
  }
}

extension OutputBuffer {
  /// Appends a cell.
  mutating func append(
    _ text: FittedText,
    _ frame: TextColumn.Frame,
    _ alignment: TextColumn.Alignment
  ) {
    let length = frame.before.count + frame.after.count + alignment.width + text.text.utf8.count
    write(upTo: length) { $0.put(text, frame, alignment) }
  }

  /// Appends a string as a cell. Returns its width.
  mutating func append(_ text: FieldText, _ column: TextColumn) -> Int {
    if !column.alignment.isCut, let width = column.strings.width(of: text) {
      write(upTo: text.count + column.longestRest) { $0.put(text, width: width, column) }
      return width
    }
    let text = column.text(.string(text.string))
    append(text, column.frame, column.alignment)
    return text.width
  }
}

extension TextCursor {
  @inline(__always)
  mutating func put(_ piece: RowPiece) {
    if piece.count > 0 { piece.withBytes { copyPadded($0, piece.count) } }
  }

  @inline(__always)
  mutating func putSpaces(_ count: Int) {
    var written = 0
    while written < count {
      UnsafeMutableRawPointer(end + written).storeBytes(
        of: SIMD32(repeating: Byte.space),
        as: SIMD32<UInt8>.self
      )
      written += 32
    }
    end += max(0, count)
  }

  /// Writes a text as a cell.
  mutating func put(
    _ text: FittedText,
    _ frame: TextColumn.Frame,
    _ alignment: TextColumn.Alignment
  ) {
    let spaces = alignment.width - text.width
    put(frame.before)
    if alignment.isRight { putSpaces(spaces) }
    for byte in text.text.utf8 { put(byte) }
    if !alignment.isRight { putSpaces(spaces) }
    put(frame.after)
  }

  /// Writes a string that needs no escapes as a cell.
  @inline(__always)
  mutating func put(_ text: FieldText, width: Int, _ column: TextColumn) {
    put(column.frame.before)
    let spaces = column.alignment.width - width
    if column.alignment.isRight { putSpaces(spaces) }
    put(text)
    if !column.alignment.isRight { putSpaces(spaces) }
    put(column.frame.after)
  }

  /// Writes a value of fixed size, which has ASCII text, as a cell.
  @inline(__always)
  mutating func put<Kind: CellKind>(_ element: Kind.Element, _: Kind.Type, _ column: TextColumn) {
    put(column.frame.before)
    let start = end
    Kind.put(element, &self)
    let spaces = column.alignment.width - (end - start)
    if spaces > 0, column.alignment.isRight {
      // Right-aligned texts are numbers, which move as a whole.
      let count = end - start
      let text = UnsafeRawPointer(start).loadUnaligned(as: SIMD32<UInt8>.self)
      end = start
      putSpaces(spaces)
      UnsafeMutableRawPointer(end).storeBytes(of: text, as: SIMD32<UInt8>.self)
      end += count
    } else if spaces > 0 {
      putSpaces(spaces)
    }
    put(column.frame.after)
  }
}
