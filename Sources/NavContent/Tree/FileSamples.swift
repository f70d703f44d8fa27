/// Bytes at the beginning of a file, and at the end of what was read of it: they tell a file that has grown from one that
/// was written anew.
struct FileSamples: Equatable, Sendable {
  private let bytes: [[UInt8]]

  private static let length = 256

  /// - Parameters:
  ///   - end: the number of bytes that were read from the beginning.
  ///   - read: returns the bytes of a range; fewer if the file ends before them.
  init(to end: Int, read: (Range<Int>) -> [UInt8]) {
    let length = min(Self.length, end)
    bytes = [read(0..<length), read(end - length..<end)]
  }
}
