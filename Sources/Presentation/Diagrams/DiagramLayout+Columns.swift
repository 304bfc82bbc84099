/// Which column each box stands in.
extension DiagramLayout {
  /// Each box is as many columns to the right as there are lines on the shortest way to it.
  mutating func makeColumns() {
    var followers = Array(repeating: [Int](), count: diagram.boxes.count)
    var isFollower = Array(repeating: false, count: diagram.boxes.count)
    var isAlone = Array(repeating: true, count: diagram.boxes.count)
    for (from, to) in joined where from != to {
      followers[from].append(to)
      isFollower[to] = true
      (isAlone[from], isAlone[to]) = (false, false)
    }
    var isPlaced = isAlone
    for start in diagram.boxes.indices where !isPlaced[start] && !isFollower[start] {
      place(start, followers, &isPlaced)
    }
    // What is left goes round in circles.
    for start in diagram.boxes.indices where !isPlaced[start] { place(start, followers, &isPlaced) }
    placeLonely(diagram.boxes.indices.filter { isAlone[$0] })
  }

  private mutating func place(_ start: Int, _ followers: [[Int]], _ isPlaced: inout [Bool]) {
    var waiting = [(box: start, column: 0)]
    isPlaced[start] = true
    var next = 0
    while next < waiting.count {
      let (box, column) = waiting[next]
      next += 1
      put(box, in: column)
      for follower in followers[box] where !isPlaced[follower] {
        isPlaced[follower] = true
        waiting.append((follower, column + 1))
      }
    }
  }

  /// Boxes without lines fill up the columns that have the fewest rows.
  private mutating func placeLonely(_ boxes: [Int]) {
    let wanted = max(columns.count, Int(Double(diagram.boxes.count).squareRoot().rounded(.up)))
    while columns.count < wanted { columns.append([]) }
    var heights = columns.map { $0.reduce(0) { $0 + 3 + diagram.boxes[$1].rows.count } }
    for box in boxes {
      guard let lowest = heights.indices.min(by: { heights[$0] < heights[$1] }) else { return }
      put(box, in: lowest)
      heights[lowest] += 3 + diagram.boxes[box].rows.count
    }
    columns.removeAll(where: \.isEmpty)
  }

  private mutating func put(_ box: Int, in column: Int) {
    while columns.count <= column { columns.append([]) }
    columns[column].append(box)
    columnOfBox[box] = column
  }
}
