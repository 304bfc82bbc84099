import Foundation

/// A range of a file that starts and ends between records.
struct Stripe: Hashable {
  let range: Range<Int>
  /// The maximum number of records: blank lines count.
  let rowLimit: Int

  /// Less than this is not worth another thread.
  private static let bytesPerStripe = 1 << 20

  /// The number of stripes for `byteCount` bytes.
  static func count(for byteCount: Int, _ options: ReadingOptions) -> Int {
    options.stripeCount
      ?? min(
        ProcessInfo.processInfo.activeProcessorCount,
        max(1, byteCount / bytesPerStripe)
      )
  }
}
