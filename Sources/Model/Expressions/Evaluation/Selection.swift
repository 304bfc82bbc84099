/// Finds single numbers in sorted order without sorting all (C. A. R. Hoare, "Algorithm 65: Find",
/// 1961).
enum Selection {
  /// More rounds are rare; sorting bounds their time.
  private static let maxRounds = 100

  /// The number with `index` smaller or equal ones before it. The numbers are rearranged: smaller
  /// ones come before it, greater ones after it. Those before `start` must be smaller already.
  static func number(
    _ index: Int,
    of numbers: UnsafeMutableBufferPointer<Double>,
    from start: Int
  ) -> Double {
    var (low, high) = (start, numbers.count - 1)
    var rounds = 0
    while low < high {
      rounds += 1
      if rounds > maxRounds {
        var rest = UnsafeMutableBufferPointer(rebasing: numbers[low...high])
        rest.sort()
        break
      }
      let pivot = median(numbers[low], numbers[low + (high - low) / 2], numbers[high])
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] < pivot { left += 1 }
        while numbers[right] > pivot { right -= 1 }
        if left <= right {
          numbers.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if index <= right {
        high = right
      } else if index >= left {
        low = left
      } else {
        break
      }
    }
    return numbers[index]
  }

  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }
}
