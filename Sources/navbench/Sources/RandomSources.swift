import Glibc
import NavModel
import NavWire

/// One pseudo-random file, and all contents that can show it.
struct RandomSources {
  /// The name of each source in failures, and its content specification.
  let all: [(name: String, content: ContentSpec)]

  /// Writes the files.
  ///
  /// - Parameters:
  ///   - ground: the directory in which their directory is created.
  ///   - random: the generator of their bytes.
  /// - Throws: `BenchError` if they can't be written.
  init(in ground: TemporaryDirectory, _ random: inout RandomBytes) throws {
    let bytes = random.file()
    let folder = "\(ground.path)/source-\(random.next())"
    guard mkdir(folder, 0o700) == 0 else {
      throw BenchError("can't make \(folder): make room below /tmp")
    }
    let names = ["a.md", "b.json", "c.yaml", "d.swift", "e.jsonl", "SUMMARY.md", "other.md", "f"]
    for name in names { try Self.write(bytes, to: Array("\(folder)/\(name)".utf8)) }
    // A file name may contain any byte except a slash and NUL.
    let odd = random.bytes(40).filter { $0 != 0 && $0 != UInt8(ascii: "/") }
    if !odd.isEmpty { try Self.write(bytes, to: Array("\(folder)/".utf8) + odd) }
    let text = { (form: GivenText.Form) in
      ContentSpec.text(GivenText(name: "given", bytes: bytes, form: form))
    }
    all = [
      ("deck", .deck(path: "\(folder)/a.md")), ("tree", .tree(path: folder)),
      ("docs", .docs(path: "\(folder)/SUMMARY.md")), ("directory of docs", .docs(path: folder)),
      ("JSON", .outline(path: "\(folder)/b.json")), ("YAML", .outline(path: "\(folder)/c.yaml")),
      ("JSON lines", .outline(path: "\(folder)/e.jsonl")),
      ("scene", .scene(path: "\(folder)/c.yaml")),
      ("program", .command(CommandLine(.shell, ["cat '\(folder)/f'"], in: folder))),
      ("printed text", text(.printed)), ("deck on standard input", text(.deck)),
      ("document on standard input", text(.outline)),
      (
        "tabs",
        .tabs([.deck(path: "\(folder)/a.md"), .tree(path: folder), .deck(path: "\(folder)/f")])
      ),
    ]
  }

  private static func write(_ bytes: [UInt8], to path: [UInt8]) throws {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    guard let file = fopen(name, "w") else {
      throw BenchError("can't write a file: make room below /tmp")
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw BenchError("can't write a file: make room below /tmp")
    }
  }
}
