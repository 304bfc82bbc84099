/// The characters that a table's box is drawn with.
struct BoxStyle {
  /// A horizontal rule: its left end, its stroke, its crossings, its right end.
  struct Rule {
    let left: String
    let stroke: String
    let crossing: String
    let right: String
  }

  let top: Rule
  let middle: Rule
  let bottom: Rule
  let vertical: String

  static let rounded = BoxStyle(
    top: Rule(left: "╭", stroke: "─", crossing: "┬", right: "╮"),
    middle: Rule(left: "├", stroke: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "╰", stroke: "─", crossing: "┴", right: "╯"),
    vertical: "│"
  )

  static let square = BoxStyle(
    top: Rule(left: "┌", stroke: "─", crossing: "┬", right: "┐"),
    middle: Rule(left: "├", stroke: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "└", stroke: "─", crossing: "┴", right: "┘"),
    vertical: "│"
  )

  static let ascii = BoxStyle(
    top: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    middle: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    bottom: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    vertical: "|"
  )
}
