import KeyedArchives

/// An XML element: `<attribute name="limit"/>`. Text between elements is ignored.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []

  /// The children with a name.
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// Reads the elements and attributes of XML as Xcode writes it; ignores declarations, comments and
/// text.
struct XMLReader {
  private var rest: ArraySlice<UInt8>
  /// The elements that have not ended yet, outermost first.
  private var open: [XMLElement] = []
  private var elementsLeft = 50_000
  private static let mostLevels = 64

  private init(_ text: [UInt8]) { rest = text[...] }

  /// The root element of `text`.
  static func read(_ text: [UInt8]) throws(FormatError) -> XMLElement {
    var reader = XMLReader(text)
    return try reader.root()
  }

  private mutating func root() throws(FormatError) -> XMLElement {
    while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(place + 1)...]
      if skip("!--") {
        try pass("-->")
      } else if skip("?") {
        try pass("?>")
      } else if skip("!") {
        // Xcode writes no document types; those that define entities are rejected.
        guard !rest.prefix(7).elementsEqual("DOCTYPE".utf8) || isPlainDoctype else {
          throw FormatError("its document type is not supported")
        }
        try pass(">")
      } else if skip("/") {
        try pass(">")
        if let root = try close() { return root }
      } else if let root = try element() {
        return root
      }
    }
    throw FormatError("it ends too early")
  }

  private var isPlainDoctype: Bool {
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
    return !rest[..<end].contains(UInt8(ascii: "["))
  }

  /// Reads a start tag. Returns the root element if it is empty, otherwise nil.
  private mutating func element() throws(FormatError) -> XMLElement? {
    elementsLeft -= 1
    guard elementsLeft >= 0 else { throw FormatError("it has too many elements") }
    guard open.count < Self.mostLevels else { throw FormatError("it is nested too deeply") }
    let name = word()
    guard !name.isEmpty else { throw .isNotXML }
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      if skip("/>") {
        open.append(XMLElement(name: name, attributes: attributes))
        return try close()
      }
      if skip(">") {
        open.append(XMLElement(name: name, attributes: attributes))
        return nil
      }
      let key = word()
      skipBlanks()
      guard !key.isEmpty, skip("=") else { throw .isNotXML }
      skipBlanks()
      attributes[key] = try quoted()
    }
  }

  /// Ends the innermost element. Returns it if it is the root, otherwise nil.
  private mutating func close() throws(FormatError) -> XMLElement? {
    guard let element = open.popLast() else { throw .isNotXML }
    if open.isEmpty { return element }
    open[open.count - 1].children.append(element)
    return nil
  }

  // MARK: Text

  private mutating func word() -> String {
    let word = rest.prefix { byte in
      byte > 0x7F || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func quoted() throws(FormatError) -> String {
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .isNotXML
    }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: quote) else { throw FormatError("it ends too early") }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    return text.contains("&") ? Self.unescaped(text) : text
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let end = rest.firstIndex(of: ";"), let character = character(rest[..<end]) else {
        result += "&"
        continue
      }
      result += character
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return entities[String(name)] }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private mutating func skip(_ mark: String) -> Bool {
    guard rest.starts(with: mark.utf8) else { return false }
    rest = rest.dropFirst(mark.utf8.count)
    return true
  }

  /// Skips everything up to and including the next `mark`.
  private mutating func pass(_ mark: String) throws(FormatError) {
    let mark = Array(mark.utf8)
    while let place = rest.firstIndex(of: mark[0]) {
      rest = rest[place...]
      if rest.starts(with: mark) {
        rest = rest.dropFirst(mark.count)
        return
      }
      rest = rest.dropFirst()
    }
    throw FormatError("it ends too early")
  }
}
