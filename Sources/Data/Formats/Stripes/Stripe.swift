import Foundation

/// A stretch of a file between two records.
struct Stripe: Hashable {
  let range: Range<Int>
  /// The number of records in it, or a little more: blank lines count.
  let rowLimit: Int

  /// Less than this is not worth another thread.
  private static let bytesPerStripe = 1 << 20

  /// Into how many stripes `byteCount` bytes are divided.
  static func count(for byteCount: Int, _ options: ReadingOptions) -> Int {
    options.stripeCount
      ?? min(
        ProcessInfo.processInfo.activeProcessorCount,
        max(1, byteCount / bytesPerStripe)
      )
  }
}
