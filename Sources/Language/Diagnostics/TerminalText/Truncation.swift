/// A text with its display width.
public struct FittedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// Its display width.
  public let width: Int

  /// Creates a text with its width.
  public init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}

/// The longest prefix of `text`, in whole grapheme clusters, that fits in `width` columns.
///
/// Truncated text ends with `ellipsis`, or with as much of it as fits.
public func fitted(_ text: String, toWidth width: Int, ellipsis: String = "…") -> FittedText {
  if let natural = text.latinWidth, natural <= width {
    return FittedText(text: text, width: natural)
  }
  let room = max(0, width - ellipsis.displayWidth)
  var used = 0
  var cut = FittedText(text: "", width: 0)
  var index = text.startIndex
  while index < text.endIndex {
    let next = used + text[index].displayWidth
    if next > room, used <= room { cut = FittedText(text: String(text[..<index]), width: used) }
    if next > width { return cut.followed(by: ellipsis, within: width) }
    used = next
    index = text.index(after: index)
  }
  return FittedText(text: text, width: used)
}

extension FittedText {
  /// Appends as much of `ellipsis` as fits in `limit` columns.
  fileprivate func followed(by ellipsis: String, within limit: Int) -> FittedText {
    var result = text
    var total = width
    for character in ellipsis where total + character.displayWidth <= limit {
      result.append(character)
      total += character.displayWidth
    }
    return FittedText(text: result, width: total)
  }
}
