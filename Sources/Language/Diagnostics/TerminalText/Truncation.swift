/// A text and the columns it fills.
public struct FittedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// Its display width.
  public let width: Int

  /// Pairs a text with its width.
  public init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}

/// The longest beginning of `text`, in whole grapheme clusters, that fits `width` columns.
///
/// A text that does not fit ends in `ellipsis`, or in as much of it as there is room for.
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
  /// This text with the part of `ellipsis` that `limit` columns have room for.
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
