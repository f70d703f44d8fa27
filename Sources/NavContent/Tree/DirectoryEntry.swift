import NavBase

/// An entry of a directory.
package struct DirectoryEntry: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case directory
    case file
    case linkToDirectory
    case linkToFile
    /// A link whose target doesn't exist, is in a cycle, or may not be accessed.
    case brokenLink
    /// For these three, links are not distinguished.
    case pipe, socket, device
  }

  /// The file name in UTF-8 (`SystemText.utf8`); it identifies the entry in its directory.
  package let name: [UInt8]
  package let kind: Kind
  /// The size of a file in bytes, following links; nil if it is unknown or not a file.
  package var size: Int?
  /// The modification time since 1970, following links; nil if it is unknown or was not requested.
  package var modified: Duration?
  /// The target path of a link.
  package var target: [UInt8]?

  /// The maximum width of `detail`, in columns.
  package static let detailColumns = 32

  /// Whether the entry is a directory, or a link to one.
  package var isBranch: Bool {
    switch kind {
    case .directory, .linkToDirectory: true
    case .file, .linkToFile, .brokenLink, .pipe, .socket, .device: false
    }
  }

  /// The name as one sanitised line, followed by `/` for a directory.
  ///
  /// Invalid UTF-8 and control characters become U+FFFD. O(length).
  package var title: String { readable(name) + (isBranch ? "/" : "") }

  /// The target of a link, ` -> target` or ` -> target (broken)`; empty if the entry is not a link.
  ///
  /// One sanitised line.
  package var remark: String {
    guard let target else { return "" }
    let end = kind == .brokenLink ? " (broken)" : ""
    return " -> " + readable(target).truncated(toColumns: Self.targetColumns) + end
  }

  /// The maximum width of a shown target, in columns.
  package static let targetColumns = 60

  /// The size or kind of the entry, and its modification time.
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

/// Returns a file name or path as one sanitised line in which every control character is visible.
func readable(_ name: some Collection<UInt8>) -> String {
  let text = String(decoding: name, as: UTF8.self)
  let lineEnds: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{2028}", "\u{2029}"]
  guard text.unicodeScalars.contains(where: lineEnds.contains) else { return sanitized(text) }
  let visible = text.unicodeScalars.map { lineEnds.contains($0) ? "\u{FFFD}" : $0 }
  return sanitized(String(String.UnicodeScalarView(visible)))
}
