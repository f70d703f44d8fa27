/// The blocks of a document in a few bytes more than their text, decoded on access.
///
/// A block as a value takes several times the memory of its text, so content that is kept is kept packed. The bytes
/// may be part of a longer buffer, which several documents then share. Documents with equal blocks have equal bytes.
struct PackedBlocks: Sendable {
  private let buffer: [UInt8]
  private let start: UInt32
  private let end: UInt32

  /// The longest buffer, in bytes.
  static let byteLimit = Int(UInt32.max)

  /// - Parameters:
  ///   - buffer: contains the bytes that a `ByteWriter` wrote; at most `byteLimit` bytes.
  ///   - range: where they are.
  init(_ buffer: [UInt8], in range: Range<Int>) {
    self.buffer = buffer
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// Packs blocks.
  ///
  /// O(text).
  init(_ blocks: [TextBlock]) {
    var writer = ByteWriter()
    writer.write(document: blocks)
    writer.trim()
    self.init(writer.bytes, in: 0..<writer.bytes.count)
  }

  /// The bytes, without those of other documents in the same buffer.
  var bytes: ArraySlice<UInt8> { buffer[Int(start)..<Int(end)] }

  /// The blocks; O(text) at each access.
  var blocks: [TextBlock] {
    var reader = reader
    _ = DocumentFacts(from: &reader)
    return reader.blocks()
  }

  /// O(1).
  var facts: DocumentFacts {
    var reader = reader
    return DocumentFacts(from: &reader)
  }

  private var reader: ByteReader { ByteReader(buffer, at: Int(start)) }
}

extension PackedBlocks: Hashable {
  static func == (a: PackedBlocks, b: PackedBlocks) -> Bool { a.bytes == b.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// The properties of a document that would otherwise take a pass through its blocks.
struct DocumentFacts: Hashable, Sendable {
  /// `TextDocument.isTitle`.
  let isTitle: Bool
  /// `TextDocument.isAligned`.
  let isAligned: Bool
  /// `TextDocument.hasCode`.
  let hasCode: Bool
  /// `TextDocument.hasPictures`.
  let hasPictures: Bool
  /// `TextDocument.isVerbatim`.
  let isVerbatim: Bool
  /// `TextDocument.byteCount`.
  let byteCount: Int
  /// `TextDocument.stepCount`.
  let stepCount: Int

  init(of document: TextDocument) {
    isTitle = document.isTitle
    isAligned = document.isAligned
    hasCode = document.hasCode
    hasPictures = document.hasPictures
    isVerbatim = document.isVerbatim
    byteCount = document.byteCount
    stepCount = document.stepCount
  }

  init(from reader: inout ByteReader) {
    let flags = reader.byte()
    isTitle = flags & 1 != 0
    isAligned = flags & 2 != 0
    hasCode = flags & 4 != 0
    isVerbatim = flags & 8 != 0
    hasPictures = flags & 16 != 0
    byteCount = reader.count()
    stepCount = reader.count()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(
      byte: (isTitle ? 1 : 0) | (isAligned ? 2 : 0) | (hasCode ? 4 : 0) | (isVerbatim ? 8 : 0)
        | (hasPictures ? 16 : 0)
    )
    writer.write(count: byteCount)
    writer.write(count: stepCount)
  }
}
