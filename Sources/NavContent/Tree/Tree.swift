import Glibc
package import NavBase
import NavSystem

/// Reads the root of a tree: a directory, or a link to one.
///
/// Throws an error if it doesn't exist, is not a directory, or can't be read.
package func openTree(
  path: String,
  order: TreeOrder = .standard,
  limits: TreeLimits = TreeLimits()
) throws(ContentError) -> DirectoryListing {
  let bytes = Array(path.utf8)
  do throws(TreeProblem) {
    let opened = try OpenedPath(bytes)
    guard opened.isDirectory else { throw .special(.regular) }
    return try opened.listing(title: rootTitle(of: bytes), order: order, limits: limits)
      .marked(at: bytes)
  } catch {
    throw ContentError(path: path, problem: error)
  }
}

/// Reads any page below the root of a tree.
///
/// Never fails, and blocks only on the disk, and for some seconds at most on git, whose marks details have: a page that
/// can't be read is a document that says what happened and what to do. The path is the root's path followed by the names
/// of entries, separated by `/`; the ancestors are the paths of the pages above this one, from the root. A directory that
/// is one of them, through a link or a mount, is not opened again; with `beneath`, nothing outside of that directory is.
package func loadTreePage(
  path: [UInt8],
  ancestors: [[UInt8]],
  order: TreeOrder = .standard,
  limits: TreeLimits = TreeLimits(),
  beneath root: String? = nil
) -> TreePage {
  let title = pageTitle(of: path)
  do throws(TreeProblem) {
    let opened = try OpenedPath(path, beneath: root)
    guard opened.isDirectory else { return try page(of: opened, at: path, limits) }
    let identity = FileIdentity(opened.status)
    if let ancestor = ancestors.first(where: { FileIdentity(path: $0) == identity }) {
      throw .leadsBack(ancestor: ancestor)
    }
    let listing = try opened.listing(title: title, order: order, limits: limits)
    return .directory(listing.marked(at: path))
  } catch {
    return problem(error, at: path).page(title: title)
  }
}

/// Reads a single file as a tree does: a text, or a description of any other file.
///
/// - Parameters:
///   - path: the path of the file.
///   - isText: whether the text of a deck is read, not its slides.
///   - limits: the limits of the page.
/// - Throws: an error if it doesn't exist, is a directory, a pipe or a device, or can't be read.
package func openFile(
  path: String,
  asText isText: Bool = false,
  limits: TreeLimits = TreeLimits()
) throws(ContentError) -> TreePage {
  let bytes = Array(path.utf8)
  var found: TreePage?
  do throws(TreeProblem) {
    let opened = try OpenedPath(bytes)
    if !opened.isDirectory { found = try page(of: opened, at: bytes, asText: isText, limits) }
  } catch {
    if case .special = error { throw .notRegularFile(path: path) }
    throw ContentError(path: path, problem: error)
  }
  guard let found else { throw .isDirectory(path: path) }
  return found
}

/// Returns the page of an open file.
private func page(
  of file: borrowing OpenedPath,
  at path: [UInt8],
  asText isText: Bool = false,
  _ limits: TreeLimits
) throws(TreeProblem) -> TreePage {
  let title = pageTitle(of: path)
  if limits.opensParts, file.status.st_size > limits.fileBytes {
    let text = TextFile(file, path: path)
    if !text.isBinary,
      let found = part(
        .start,
        of: text,
        file.status,
        at: path,
        isReload: false,
        while: { _ in true }
      )
    {
      return .document(title: title, found.document)
    }
  }
  let preview = try FilePreview(file, limit: limits.fileBytes)
  let name = String(decoding: path, as: UTF8.self)
  let isMarkdown = !isText && PathKind(ofFileNamed: name) == .deck
  return MarkdownPictures.of(name) {
    preview.page(title: title, path: name, isMarkdown: isMarkdown)
  }
}

/// Reads a part of a large text file.
///
/// - Parameters:
///   - wish: the wanted part.
///   - path: the path of the file.
///   - isReload: whether the file is shown already, and has changed: then few lines are counted.
///   - isWanted: called again and again with how much was counted or searched, which ends when it returns false.
/// - Returns: the part, and the place in it that was wanted; nil if no match was found, or if that was ended.
/// - Throws: if the file can't be read.
func loadPart(
  _ wish: TextWindow.Wish,
  at path: [UInt8],
  isReload: Bool = false,
  while isWanted: (SearchProgress) -> Bool
) throws(TreeProblem) -> (page: TreePage, start: TextPosition)? {
  let file = try OpenedPath(path)
  guard !file.isDirectory else { throw .vanished }
  let text = TextFile(file, path: path)
  return part(wish, of: text, file.status, at: path, isReload: isReload, while: isWanted).map {
    (.document(title: pageTitle(of: path), $0.document), $0.start)
  }
}

private func part(
  _ wish: TextWindow.Wish,
  of text: TextFile,
  _ status: stat,
  at path: [UInt8],
  isReload: Bool,
  while isWanted: (SearchProgress) -> Bool
) -> (document: TextDocument, start: TextPosition)? {
  LineIndex.use(of: text, status, at: path) {
    text.part(wish, &$0, isReload: isReload, while: isWanted)
  }
}

/// The identity of a file, independent of its path.
struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let inode: ino_t

  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
  }

  /// Nil if nothing exists at the path.
  init?(path: [UInt8]) {
    guard !path.contains(0), let status = try? status(of: path.terminated) else { return nil }
    self.init(status)
  }
}

/// Returns a problem, replaced by `brokenLink` if the path is a link to nothing.
private func problem(_ problem: TreeProblem, at path: [UInt8]) -> TreeProblem {
  guard problem == .vanished, !path.contains(0) else { return problem }
  return linkTarget(of: path.terminated, in: AT_FDCWD).map { .brokenLink(target: $0) } ?? problem
}

// MARK: Titles

/// Returns the last component of a path as one sanitised line; `/` if there is none.
func pageTitle(of path: [UInt8]) -> String {
  let name = path.split(separator: 0x2F).last
  return name.map { readable($0).truncated(toColumns: Slide.titleColumns) } ?? "/"
}

/// Returns the name of a root directory, also for `.` and `..`.
private func rootTitle(of path: [UInt8]) -> String {
  let name = path.split(separator: 0x2F).last
  guard name == [0x2E] || name == [0x2E, 0x2E] else { return pageTitle(of: path) }
  return pageTitle(of: realPath(of: path) ?? path)
}

/// The limits of a page of a tree.
package struct TreeLimits: Hashable, Sendable {
  /// The maximum number of entries of a directory, at least 1 (proto/README.md: Limits); further ones are left out and
  /// counted.
  package var entries = 1_000_000
  /// The maximum number of entries that are examined, at least 1; of further ones neither time nor size is known, and
  /// links count as broken.
  package var examinedEntries = 1_000_000
  /// The maximum number of bytes that are read of a file, at least 1.
  package var fileBytes = 1 << 20
  /// Whether a text file of more bytes is opened as a part of it; else it is cut off.
  package var opensParts = false
  /// Whether entries of directories have icons.
  package var hasIcons = false

  /// The number of bytes of a file that are shown beside its directory.
  package static let previewBytes = 64 << 10

  package init() {}
}
