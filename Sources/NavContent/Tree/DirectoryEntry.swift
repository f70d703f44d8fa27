import NavText

/// One entry of a directory.
package struct DirectoryEntry: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case directory
    case file
    case linkToDirectory
    case linkToFile
    /// A link that leads nowhere, in a circle, or where nobody may look.
    case brokenLink
    /// These three are named so behind a link, too.
    case pipe, socket, device
  }

  /// The name as the system has it, which need not be UTF-8: the entry's identity in its directory.
  package let name: [UInt8]
  package let kind: Kind
  /// Of a file, links followed: its length in bytes where that is known.
  package let size: Int?
  /// When what the name leads to was written last, since 1970; nil where that is not known or was not asked for.
  package let modified: Duration?
  /// Of a link: the path in it.
  package let target: [UInt8]?

  package init(
    name: [UInt8],
    kind: Kind,
    size: Int? = nil,
    modified: Duration? = nil,
    target: [UInt8]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
    self.target = target
  }

  /// The longest detail, in columns.
  package static let detailColumns = 32

  /// Whether the entry is a directory, or a link to one.
  package var isBranch: Bool {
    switch kind {
    case .directory, .linkToDirectory: true
    case .file, .linkToFile, .brokenLink, .pipe, .socket, .device: false
    }
  }

  /// The name as one sanitised line, with a `/` behind a directory's.
  ///
  /// U+FFFD stands for what is no UTF-8 and for every control character. O(length).
  package var title: String { readable(name) + (isBranch ? "/" : "") }

  /// Where a link leads, and whether nothing is there: ` -> target`, ` -> target (broken)`; empty for what is no link.
  ///
  /// One sanitised line.
  package var remark: String {
    guard let target else { return "" }
    let end = kind == .brokenLink ? " (broken)" : ""
    return " -> " + readable(target).truncated(toColumns: Self.targetColumns) + end
  }

  /// As much of the path in a link as is shown, in columns.
  package static let targetColumns = 60

  /// What stands beside the title: a size, or what the entry is, and when it was written.
  ///
  /// One sanitised line of at most `detailColumns` columns, often empty.
  package var detail: String {
    let kind = kindText
    guard let time = modified.flatMap(timeText) else { return kind }
    return kind.isEmpty ? time : kind + "  " + time
  }

  private var kindText: String {
    switch kind {
    case .directory, .linkToDirectory: ""
    case .file, .linkToFile: size.map(byteCount) ?? ""
    case .brokenLink: target == nil ? "broken link" : ""
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    }
  }
}

/// A name or path of the system as one sanitised line, every control character visible.
func readable(_ name: some Collection<UInt8>) -> String {
  let text = String(decoding: name, as: UTF8.self)
  let lineEnds: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{2028}", "\u{2029}"]
  guard text.unicodeScalars.contains(where: lineEnds.contains) else { return sanitized(text) }
  let visible = text.unicodeScalars.map { lineEnds.contains($0) ? "\u{FFFD}" : $0 }
  return sanitized(String(String.UnicodeScalarView(visible)))
}
