import Glibc

/// A directory created for a measurement: some directories, and a file that is listed last.
struct Folder {
  let names: [String]

  static let small = Folder(names: (1...12).map { "chapter-\($0 < 10 ? "0" : "")\($0)" })

  /// The content of the file: typical lines of source code.
  static let text = (1...18).map { "let value\($0) = measure(\($0), of: page, in: viewport)\n" }
    .joined()

  /// The UTF-8 bytes of the list's visible text: names, marks and the size.
  var listed: Int {
    names.reduce(0) { $0 + $1.utf8.count + 1 } + "words.txt".utf8.count + "1.1 kB".utf8.count
  }

  /// Creates the directory, each directory in it with the same names.
  ///
  /// - Returns: its path.
  func make(in ground: TemporaryDirectory) throws -> String {
    let root = "\(ground.path)/folder"
    try Self.directory(root)
    for name in names {
      try Self.directory("\(root)/\(name)")
      for inner in names { try Self.directory("\(root)/\(name)/\(inner)") }
      _ = try ground.write(Self.text, to: "folder/\(name)/words.txt")
    }
    _ = try ground.write(Self.text, to: "folder/words.txt")
    return root
  }

  private static func directory(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw BenchError("can't make the directory \(path): \(String(cString: strerror(errno)))")
    }
  }
}
