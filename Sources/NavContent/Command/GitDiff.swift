package import NavBase

/// The files that differ between two states of a repository; the difference in a file is read when
/// it is opened.
package struct GitDiff: Sendable {
  package struct File: Hashable, Sendable {
    /// The new path, which identifies the file in the list.
    package let key: [UInt8]
    /// The path as one sanitised line; for a renamed file both paths.
    package let label: String
    /// The counts, such as `+3  -1`, aligned with those of the other files; or `binary`.
    package fileprivate(set) var detail: String
    fileprivate let counts: DiffCounts
    fileprivate let paths: [String]
  }

  /// The maximum number of files in the list.
  package static let fileLimit = 10_000

  package let files: [File]
  /// Whether the list was cut at the limit.
  package let isCut: Bool
  private let arguments: GitArguments
  private let directory: String

  /// Lists the files with `git diff`.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of `git diff`, without options.
  ///   - directory: the working directory.
  /// - Throws: an error if the directory is not in a repository, or a revision does not exist.
  package init(_ arguments: [String], in directory: String) throws(ProgramError) {
    self.arguments = try GitArguments(arguments, of: "diff")
    self.directory = directory
    let options = ["-M", "--numstat", "-z"]
    let bytes = try GitArguments.invocation("diff", options + self.arguments.all, in: directory)
      .output(of: "git diff")
    let found = Self.files(bytes)
    files = Self.aligned(Array(found.prefix(Self.fileLimit)))
    isCut = found.count > Self.fileLimit
  }

  /// Returns the present difference in a file, hunk by hunk.
  package func document(_ key: [UInt8]) -> TextDocument {
    guard let file = files.first(where: { $0.key == key }) else {
      return TextDocument(blocks: [.note("This file does not differ any more.", .error)])
    }
    let paths = file.paths.map { ":(top,literal)\($0)" }
    let options = ["-M", "--patch"]
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

  /// Aligns the counts of the files.
  private static func aligned(_ files: [File]) -> [File] {
    let counts = DiffCounts.aligned(files.map(\.counts))
    return zip(files, counts).map { file, counts in
      var file = file
      file.detail = counts
      return file
    }
  }

  /// Parses `added TAB removed TAB path NUL`; for a renamed file the path is empty and two paths
  /// follow, each ended by a NUL.
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
          label: names.map(GitPath.shown).joined(separator: " → "),
          detail: "",
          counts: counts,
          paths: names
        )
      )
    }
    return files
  }
}
