import Glibc
package import NavBase
import NavSystem

/// A book in Markdown: an mdBook, or a directory of Markdown files.
package struct Docs: Hashable, Sendable {
  /// The title as one sanitised line.
  package let title: String
  /// The items of its summary; nil for a directory without one, which is scanned on demand.
  private let summary: [DocsItem]?
  /// The root directory; files outside of it are not read.
  private let root: String
  private let limits: DocsLimits

  /// The key of the page that lists the links of the page below it in the stack.
  package static let linksKey = Array("~links".utf8)

  /// Whether a directory is opened as a book by default.
  package static func isDocs(directory: String) -> Bool {
    ReadingRoot.admits(directory.utf8) && FoundPath.isBook(directory: directory)
  }

  /// Reads the table of contents.
  ///
  /// - Parameters:
  ///   - path: the path of a summary, of a directory with a summary (in it or where its `book.toml` says), or of a
  ///     directory of Markdown files.
  ///   - limits: the limits of the book's size.
  /// - Throws: an error if nothing exists at the path, or it can't be read.
  package init(path: String, limits: DocsLimits = DocsLimits()) throws(ContentError) {
    self.limits = limits
    let given = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let isFile = Self.fileType(given) != .directory
    let directory = isFile ? given.directory : given
    let name =
      Slide.titleLine(of: directory.lastComponent ?? "") ?? "Book"
    if isFile, !Self.isThere(given) { throw .notFound(path: path) }
    // The settings are beside the summary or one directory above.
    let above = directory.directory
    let settings = DocsSettings(in: directory) ?? (isFile ? DocsSettings(in: above) : nil)
    let isAbove = isFile && !Self.isThere(directory + "/book.toml") && settings != nil
    root = isAbove ? above : directory
    title = settings?.title ?? name
    let inner = isFile ? "" : settings?.source ?? "src"
    let candidates =
      isFile
      ? [given]
      : ["", inner].map { directory + "/" + ($0.isEmpty ? "" : $0 + "/") + FoundPath.summaryName }
    if let found = candidates.first(where: Self.isThere) {
      let text = try loadText(
        path: found,
        limit: limits.summaryBytes,
        beneath: isFile ? nil : root
      )
      let place = found.directory.dropFirst(root.utf8.count).drop { $0 == "/" }
      let reader = DocsSummary(markdown: text, directory: String(place), limit: limits.chapters + 1)
      guard let reader else { throw .needsMemory(path: found) }
      self.summary = reader.items
    } else {
      // Throws if the directory can't be read.
      _ = try openTree(path: given)
      self.summary = nil
    }
  }

  private static func fileType(_ path: String) -> FileType? {
    ReadingRoot.admits(path.utf8) ? FileType(at: path) : nil
  }

  private static func isThere(_ path: String) -> Bool { fileType(path) != nil }

  /// Returns the directory with the pages of a book that is given by its directory or by its summary.
  static func directory(showing path: String) -> String {
    fileType(path) == .directory ? path : path.directory
  }

  /// Returns the root of the book that a file belongs to, and the file's path in it; nil if it is part of none.
  static func place(ofChapter path: String) -> (root: String, file: String)? {
    guard let real = realPath(of: path.utf8) else { return nil }
    let names = String(decoding: real, as: UTF8.self).split(separator: "/")
    var found: (root: String, file: String)?
    // The settings of a book are beside its summary or one directory above.
    for count in names.indices.reversed() {
      let root = names[..<count].map { "/" + $0 }.joined()
      guard isDocs(directory: root) else {
        if found != nil { break }
        continue
      }
      found = (root, names[count...].joined(separator: "/"))
    }
    return found
  }

  // MARK: Contents

  /// The table of contents as a list; the book's parts are its sections.
  package var contents: PageContent {
    var entries: [ListEntry] = []
    let folder = summary == nil ? DocsFolder(root: root, limits: limits) : nil
    let items = (summary ?? folder?.items ?? []).prefix(limits.chapters)
    let isCut = folder?.isCut ?? ((summary?.count ?? 0) > limits.chapters)
    var seen: [String: Int] = [:]
    var parts: [(title: String, start: Int)] = []
    for item in items {
      switch item.kind {
      case .part: parts.append((item.title, entries.count))
      case .separator:
        entries.append(entry("separator", &seen, label: "────", isPage: false))
      case .draft:
        var entry = entry("draft", &seen, label: label(of: item), isPage: false)
        entry.detail = "draft"
        entries.append(entry)
      case .chapter(let file):
        entries.append(entry(file, &seen, label: label(of: item), isPage: true))
      }
    }
    let ends = parts.dropFirst().map(\.start) + [entries.count]
    let sections = zip(parts, ends).map { part, end in
      ListSection(title: part.title, entries: part.start..<end)
    }
    var notes: [String] = []
    if items.isEmpty { notes.append("no Markdown here") }
    if isCut {
      notes.append("more than \(grouped(limits.chapters)) chapters: the rest is left out")
    }
    return PageContent(
      title: title,
      list: ListContent(entries: entries, sections: sections, notes: notes)
    )
  }

  private func label(of item: DocsItem) -> String {
    let indent = String(repeating: "  ", count: item.depth)
    let number = item.number.isEmpty ? "" : item.number + " "
    return indent + number + item.title
  }

  private func entry(
    _ file: String,
    _ seen: inout [String: Int],
    label: String,
    isPage: Bool
  ) -> ListEntry {
    let token = (isPage ? "" : "~-") + DocsPath.token(of: file)
    let count = seen[token, default: 0] + 1
    seen[token] = count
    let key = count > 1 ? "\(token)~:\(count)" : token
    return ListEntry(
      key: Array(key.utf8),
      label: label,
      opens: isPage ? .text : .nothing,
      isSelectable: isPage
    )
  }

  // MARK: Pages

  /// Returns the page at a path of keys of entries and links, from the table of contents on, each preceded by `/`.
  ///
  /// Never fails: a missing page is a page with an error message.
  package func page(at path: some Sequence<UInt8>) -> ReadPage {
    let keys = Array(path).split(separator: UInt8(ascii: "/")).map(Array.init)
    guard let key = keys.last else { return ReadPage(.page(contents)) }
    if key == Self.linksKey {
      return links(of: String(decoding: keys.dropLast().last ?? [], as: UTF8.self))
    }
    let (file, fragment) = DocsPath.file(of: String(decoding: key, as: UTF8.self))
    guard let file = DocsPath.resolved(file, in: "") else {
      return missing(file, title: file, "It is outside of the book, which is not left.")
    }
    guard PathKind(ofFileNamed: file) == .deck else { return other(file) }
    do throws(ContentError) {
      let chapter = try chapter(file)
      let name = title(of: file) ?? DocsFolder.title(of: file, in: root)
      return text(
        Slide.titleLine(of: name) ?? "Untitled",
        chapter.document,
        start: chapter.position(of: fragment),
        faults: chapter.faults
      )
    } catch {
      return missing(file, title: title(of: file) ?? file, error.brief)
    }
  }

  /// Returns the title of a file in the table of contents.
  private func title(of file: String) -> String? {
    summary?.first { $0.kind == .chapter(file: file) }?.title
  }

  private func chapter(_ file: String) throws(ContentError) -> DocsChapter {
    let text = try loadText(path: root + "/" + file, limit: limits.chapterBytes, beneath: root)
    var includes = DocsIncludes(root: root, limits: limits)
    let markdown = includes.expanded(text, in: [file])
    var chapter = MarkdownPictures.of(root + "/" + file, within: root) {
      DocsChapter(markdown: markdown, file: file, limit: limits.links)
    }
    chapter.faults = includes.faults.map { fault in
      "\(sanitized(file)):\(text.place(of: fault.position).line): \(fault.problem)"
    }
    return chapter
  }

  private func text(
    _ title: String,
    _ document: TextDocument,
    start: TextPosition? = nil,
    faults: [String] = []
  ) -> ReadPage {
    var page = PageContent(title: title, document: document)
    page.faults = faults
    return ReadPage(.page(page), start: start)
  }

  private func links(of key: String) -> ReadPage {
    let file = DocsPath.file(of: key).path
    let links = (try? chapter(file).links) ?? []
    let entries = links.map { link in
      let target = DocsPath.file(of: link.token)
      let place = target.path == file ? "#" + target.fragment : target.path
      return ListEntry(
        key: Array(link.token.utf8),
        label: link.label,
        detail: sanitized(place).truncated(toColumns: 24),
        opens: .text
      )
    }
    let notes = links.isEmpty ? ["no links to other pages of the book"] : []
    return ReadPage(
      .page(PageContent(title: "Links", list: ListContent(entries: entries, notes: notes)))
    )
  }

  /// Returns the page of a file that is not Markdown, as in a tree.
  private func other(_ file: String) -> ReadPage {
    let path = root + "/" + file
    if linksLead(from: path, outOf: root) {
      return missing(file, title: file, "A link leads out of the book, which is not left.")
    }
    switch loadTreePage(path: Array(path.utf8), ancestors: [], beneath: root) {
    case .document(let title, let document): return text(title, document)
    case .deck(let deck):
      let blocks = Array(deck.slides.map(\.document.blocks).joined(separator: [.rule]))
      return text(deck.title, TextDocument(blocks: blocks), faults: deck.faults)
    case .directory:
      let readme = file + (file.isEmpty ? "" : "/") + "README.md"
      if Self.isThere(root + "/" + readme) {
        return page(at: Array(DocsPath.token(of: readme).utf8))
      }
      return missing(file, title: file, "It is a directory without a README.md.")
    }
  }

  private func missing(_ file: String, title: String, _ reason: String) -> ReadPage {
    let name = Slide.titleLine(of: sanitized(file)) ?? "this page"
    let blocks: [TextBlock] = [
      .note("\(name) can't be shown.", .error),
      .paragraph(StyledText(sanitized(reason))),
      .note("Write the file or change the link, then go back and open it again."),
    ]
    return text(Slide.titleLine(of: sanitized(title)) ?? name, TextDocument(blocks: blocks))
  }
}

/// The limits of a book's size.
package struct DocsLimits: Hashable, Sendable {
  /// The maximum size of the summary, in bytes.
  package var summaryBytes = 4 << 20
  /// The maximum size of a chapter without its includes, in bytes.
  package var chapterBytes = 4 << 20
  /// The includes of one chapter: the number of files, their total bytes, and the nesting depth.
  package var includes = 256
  package var includedBytes = 4 << 20
  package var includeDepth = 8
  /// The maximum number of chapters; for a directory without a summary, of files.
  package var chapters = 10_000
  /// The number of directories that are scanned for Markdown files, and their nesting depth.
  package var directories = 1_000
  package var depth = 8
  /// The maximum number of a chapter's links that are listed.
  package var links = 1_000

  package init() {}
}

extension ReadPage {
  /// Creates a page of a book; one with an error message if it can't be read.
  init(docs page: PageReference, _ highlighter: CodeHighlighter) {
    let path = String(decoding: page.source.location, as: UTF8.self)
    do throws(ContentError) {
      self = try Docs(path: path).page(at: page.path)
      guard case .page(let chapter) = content, case .text(let document) = chapter.body else {
        return
      }
      var colored = PageContent(title: chapter.title, document: highlighter.highlighted(document))
      colored.faults = chapter.faults
      content = .page(colored)
    } catch {
      let message = TextDocument.problem(error.brief)
      self.init(.page(PageContent(title: page.label, document: message)))
    }
  }
}
