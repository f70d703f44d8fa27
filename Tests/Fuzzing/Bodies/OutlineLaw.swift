import NavBase
import NavContent
import NavTestKit

/// Any bytes of a document are read to their end, entries of a list have unique keys, each entry opens a page, and all
/// shown text is safe for a terminal.
enum OutlineLaw {
  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    let kind = reader.byte()
    var limits = DataLimits()
    limits.entries = 1 + Int(kind >> 2)
    limits.landmarkBytes = 8
    limits.textBytes = 64
    limits.keptEntries = 32
    limits.yaml.depth = 200
    let formats: [DataDocument.Format] = [.json, .lines, .yaml, .json]
    let document = DataDocument(
      Array(bytes.dropFirst()),
      format: formats[Int(kind & 3)],
      limits: limits
    )
    _ = document.page(at: [])
    while document.readOn() {}
    var paths: [[UInt8]] = [[]]
    var seen = 0
    while let path = paths.popLast(), seen < 40 {
      seen += 1
      paths += try opened(document.page(at: path), at: path)
    }
  }

  /// Checks a page.
  ///
  /// - Returns: the paths of some pages that its entries open.
  private static func opened(_ page: PageContent, at path: [UInt8]) throws -> [[UInt8]] {
    try demand(isSafe(page.title), "a title that is not safe")
    guard let list = page.list else {
      for row in FlowedText(page.document, columns: 40).rows {
        try demand(isSafe(row.row.text), "a row that is not safe")
      }
      return []
    }
    let texts = list.entries.flatMap { [$0.label, $0.detail] } + list.notes
    try demand(texts.allSatisfy(isSafe), "an entry that is not safe")
    let keys = Set(list.entries.map(\.key))
    try demand(keys.count == list.entries.count, "entries with the same key")
    try demand(keys.allSatisfy { !$0.isEmpty && !$0.contains(0x2F) }, "a key that is no token")
    return list.entries.prefix(4).map { path + [0x2F] + $0.key }
  }

  private static func isSafe(_ text: String) -> Bool { sanitized(text) == text }

  /// Documents of each kind.
  static var samples: [[UInt8]] {
    let json = [
      #"{"a": [1, -2.5e3, true, null, {"b": "\u00e4\ud83d\ude00"}], "a": {"~/": []}, "": "x"}"#,
      "[[[[[[1]]]], [2, 3, 4, 5, 6, 7, 8], {}]]", "[1, 2,", "{\"a\" 1}",
    ]
    let yaml = [
      "a: &x {b: [1, 2]}\nc: *x\nd: !t |2\n   x\n  y\n? [k]\n: v\n---\n- >-\n  z\n- \"\\x41\"\n",
      "- - - a\n    - b\n  - c: d\n", "a: [1\nb", "&a [*a]",
    ]
    return json.map { [4] + Array($0.utf8) } + json.map { [5] + Array($0.utf8) }
      + yaml.map { [6] + Array($0.utf8) }
  }
}
