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
  /// The permission bits, following links; nil if they are unknown or were not requested.
  package var mode: UInt16?
  /// The letter of git's state, a blank for no difference; nil outside of a repository, or if it was not requested.
  package var gitMark: UInt8?

  /// The maximum width of `detail`, in columns.
  package static let detailColumns = 48

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

  /// The kind and the size of the entry, its modification time, git's letter, and its mode.
  ///
  /// One sanitised line of at most `detailColumns` columns, often empty. All times have one width, and so have all modes.
  package var detail: String {
    let mark = gitMark.map { String(UnicodeScalar($0)) } ?? ""
    return [kindText, modified.flatMap(timeText) ?? "", mark, modeText].filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  /// The permission bits as `rwxr-xr-x`; empty if they are unknown.
  private var modeText: String {
    guard let mode else { return "" }
    let letters = zip("rwxrwxrwx", (0..<9).reversed())
    return String(letters.map { letter, bit in mode >> UInt16(bit) & 1 == 1 ? letter : "-" })
  }

  private var kindText: String {
    switch kind {
    case .directory, .linkToDirectory: ""
    case .file, .linkToFile:
      [typeWord == "archive" ? "binary" : typeWord, size.map(byteCount)].compactMap(\.self).joined(
        separator: " "
      )
    case .brokenLink: target == nil ? "broken link" : ""
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    }
  }

  /// The icon of the entry's kind, in the private use of fonts with icons ("Nerd Fonts"), of one column.
  package var icon: Character {
    if target != nil { return "\u{F0C1}" }
    switch kind {
    case .directory, .linkToDirectory: return "\u{F07B}"
    case .brokenLink: return "\u{F0C1}"
    case .pipe, .socket, .device: return "\u{F15B}"
    case .file, .linkToFile:
      switch typeWord {
      case "picture": return "\u{F03E}"
      case "archive": return "\u{F1C6}"
      case nil: return "\u{F15C}"
      default: return "\u{F15B}"
      }
    }
  }

  /// The word for a picture, an archive, or a file of another kind that is no text, by the ending of its name; nil for any
  /// other.
  private var typeWord: String? {
    let ending = fileExtension
    guard (1...5).contains(ending.count) else { return nil }
    return Self.typeWords[String(decoding: ending, as: UTF8.self).lowercased()]
  }

  private static let typeWords: [String: String] = {
    let endings = [
      "picture": "png jpg jpeg gif webp avif heic bmp tif tiff ico svg",
      "archive": "7z bz2 gz iso jar tar tgz xz zip zst",
      "binary": """
      a bin class db dll dylib docx exe flac img mkv mov mp3 mp4 o odt ogg otf pdf pyc so sqlite ttf wasm wav webm woff
      woff2 xlsx
      """,
    ]
    return Dictionary(
      uniqueKeysWithValues: endings.flatMap { word, list in
        list.split(whereSeparator: \.isWhitespace).map { (String($0), word) }
      }
    )
  }()
}
