import NavBase
import NavSystem

/// A directory of Markdown files as a book: files sorted by name with the introduction first, and a part for each
/// subdirectory.
struct DocsFolder {
  private(set) var items: [DocsItem] = []
  private(set) var isCut = false
  private let root: String
  private let limits: DocsLimits
  private var directories = 0

  /// The names of files that come first, without extension.
  private static let firstNames = ["readme", "index"]
  /// The number of bytes of a file that are read to find its title.
  private static let titleBytes = 8 << 10

  init(root: String, limits: DocsLimits) {
    self.root = root
    self.limits = limits
    add("", depth: 0)
  }

  private mutating func add(_ directory: String, depth: Int) {
    guard directories < limits.directories, depth <= limits.depth else { return isCut = true }
    directories += 1
    guard let listing = try? openTree(path: root + "/" + directory) else { return }
    var files = listing.entries.filter { $0.kind == .file || $0.kind == .linkToFile }
      .map { String(decoding: $0.name, as: UTF8.self) }
      .filter { PathKind(ofFileNamed: $0) == .deck }
    if let first = files.firstIndex(where: { Self.firstNames.contains($0.fileStem.lowercased()) }) {
      files.insert(files.remove(at: first), at: 0)
    }
    if listing.omittedCount > 0 { isCut = true }
    if !files.isEmpty, !directory.isEmpty {
      items.append(DocsItem(kind: .part, title: sanitized(directory)))
    }
    for name in files {
      guard items.count < limits.chapters else { return isCut = true }
      let file = directory.isEmpty ? name : directory + "/" + name
      items.append(DocsItem(kind: .chapter(file: file), title: Self.title(of: file, in: root)))
    }
    // Symbolic links are not followed, since they could lead back up.
    for entry in listing.entries where entry.kind == .directory {
      let name = String(decoding: entry.name, as: UTF8.self)
      add(directory.isEmpty ? name : directory + "/" + name, depth: depth + 1)
    }
  }

  /// Returns the title of a chapter that has none in a summary: its first heading, else the title in its front matter,
  /// else its name; only the start of the file is read.
  static func title(of file: String, in root: String) -> String {
    let opened = try? RegularFile.open(path: root + "/" + file, beneath: root)
    let bytes = try? opened?.read(atMost: titleBytes)
    let text = DecodedText(bytes ?? [], isCut: true).text
    let frontMatter = FrontMatter(of: text)
    let document = TextDocument(markdown: frontMatter.body, isKept: false)
    let title = document.firstHeading ?? Slide.titleLine(of: frontMatter.values["title"] ?? "")
    return title ?? Slide.titleLine(of: (file.lastComponent ?? file).fileStem) ?? "Untitled"
  }
}
