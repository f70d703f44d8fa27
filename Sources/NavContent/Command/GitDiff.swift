package import NavText

/// The files that differ between two states of a repository; what differs in one is read when it is
/// opened.
package struct GitDiff: Sendable {
  package struct File: Hashable, Sendable {
    /// Names the file in the list, whatever else changes.
    package let key: [UInt8]
    /// One sanitised line; of a file that was renamed both names.
    package let label: String
    /// `+3  -1`, the signs of all files below one another, or that it is binary.
    package fileprivate(set) var detail: String
    fileprivate let counts: DiffCounts
    fileprivate let paths: [String]
  }

  /// The most files of the list.
  package static let fileLimit = 10_000

  package let files: [File]
  /// Whether there were more.
  package let isCut: Bool
  private let arguments: GitArguments
  private let directory: String

  /// Lets `git` list the files.
  ///
  /// - Parameters:
  ///   - arguments: what `git diff` takes, but no options.
  ///   - directory: where it runs.
  /// - Throws: where that is no repository, or it has no such revisions.
  package init(_ arguments: [String], in directory: String) throws(CommandError) {
    self.arguments = try GitArguments(arguments, of: "diff")
    self.directory = directory
    let options = ["--no-ext-diff", "-M", "--numstat", "-z"]
    let bytes = try GitArguments.invocation("diff", options + self.arguments.all, in: directory)
      .output(of: "git diff")
    let found = Self.files(bytes)
    files = Self.aligned(Array(found.prefix(Self.fileLimit)))
    isCut = found.count > Self.fileLimit
  }

  /// What differs in a file now: a hunk after the other.
  package func document(_ key: [UInt8]) -> TextDocument {
    guard let file = files.first(where: { $0.key == key }) else {
      return TextDocument(blocks: [.note("This file does not differ any more.", .error)])
    }
    let paths = file.paths.map { ":(top,literal)\($0)" }
    let options = ["--no-ext-diff", "-M", "--patch"]
    do {
      let bytes = try GitArguments.invocation(
        "diff",
        options + arguments.revisions + ["--"] + paths,
        in: directory
      ).output(of: "git diff")
      let text = String(decoding: bytes, as: UTF8.self)
      let blocks = DiffText(text[...], namesFiles: false).blocks
      let same = TextBlock.note("This file does not differ any more.")
      return TextDocument(blocks: blocks.isEmpty ? [same] : blocks)
    } catch {
      return TextDocument(blocks: [.note(error.description, .error)])
    }
  }

  /// The files with details that are equally wide.
  private static func aligned(_ files: [File]) -> [File] {
    let counts = DiffCounts.aligned(files.map(\.counts))
    return zip(files, counts).map { file, counts in
      var file = file
      file.detail = counts
      return file
    }
  }

  /// `added TAB removed TAB path NUL`, or for a renamed file nothing and two paths with a NUL each.
  static func files(_ bytes: [UInt8]) -> [File] {
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    var files: [File] = []
    while let part = parts.popFirst() {
      let fields = part.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      var paths = [fields[2]]
      if fields[2].isEmpty {
        guard let old = parts.popFirst(), let new = parts.popFirst() else { break }
        paths = [old, new]
      }
      let counts = DiffCounts(
        added: Int(String(decoding: fields[0], as: UTF8.self)),
        removed: Int(String(decoding: fields[1], as: UTF8.self))
      )
      let names = paths.map { String(decoding: $0, as: UTF8.self) }
      files.append(
        File(
          key: Array(paths[paths.count - 1]),
          label: sanitized(names.joined(separator: " → ")),
          detail: "",
          counts: counts,
          paths: names
        )
      )
    }
    return files
  }
}
