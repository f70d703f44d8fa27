import NavBase
import NavSystem

/// What `git status` says about the entries of a directory.
struct GitMarks {
  /// The letters of the entries that differ, by name; a directory with such entries has an `M`.
  private var letters: [[UInt8]: UInt8] = [:]
  /// The letter of all entries of a directory that git does not know.
  private var ofAll: UInt8?

  private static let limits = ProcessLimits(
    outputBytes: 4 << 20,
    time: .seconds(5),
    memory: 1 << 30
  )
  private static let slash = UInt8(ascii: "/")

  /// Asks git; may be called on any thread.
  ///
  /// - Parameter directory: the path of the directory.
  /// - Returns: nil outside of a repository, and if git fails or takes too long.
  init?(of directory: [UInt8]) {
    guard let path = realPath(of: directory), let prefix = Self.prefix(of: path) else { return nil }
    let options = [
      "--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--ignored=no",
      "--ignore-submodules=dirty", "--", ".",
    ]
    do throws(ProgramError) {
      let place = String(decoding: path, as: UTF8.self)
      let found = try GitArguments.invocation("status", options, in: place)
        .output(of: "git status", within: Self.limits)
      for line in found.split(separator: 0) { read(line, prefix) }
    } catch {
      return nil
    }
  }

  /// The letter of an entry: as git writes it, a blank for one that does not differ.
  subscript(name: [UInt8]) -> UInt8 { ofAll ?? letters[name] ?? UInt8(ascii: " ") }

  /// Reads two letters, for the index and the work tree, a blank, and a path of the repository.
  private mutating func read(_ line: ArraySlice<UInt8>, _ prefix: [UInt8]) {
    guard line.count > 3, let index = line.first else { return }
    let tree = line[line.startIndex + 1]
    let letter = tree == UInt8(ascii: " ") ? index : tree
    let path = line.dropFirst(3)
    if prefix.starts(with: path) { ofAll = letter }
    guard path.starts(with: prefix) else { return }
    let rest = path.dropFirst(prefix.count)
    let name = rest.prefix { $0 != Self.slash }
    let isInside = rest.count > name.count + 1
    letters[SystemText.utf8(Array(name))] = isInside ? UInt8(ascii: "M") : letter
  }

  /// Returns the path of a directory in its repository, empty or with a slash at its end; nil outside of a repository.
  private static func prefix(of path: [UInt8]) -> [UInt8]? {
    let names = path.split(separator: slash)
    for count in (0...names.count).reversed() {
      let root = names[..<count].flatMap { [slash] + $0 }
      if FileIdentity(path: root + Array("/.git".utf8)) != nil {
        return names[count...].flatMap { $0 + [slash] }
      }
    }
    return nil
  }
}

extension DirectoryListing {
  /// Returns the listing with git's letters of its entries if details are shown and it is in a repository of this
  /// machine.
  ///
  /// - Parameter path: the path of the directory.
  func marked(at path: [UInt8]) -> DirectoryListing {
    guard order.showsDetails, !ReadingRoot.isConfined, let marks = GitMarks(of: path) else {
      return self
    }
    var listing = self
    for index in listing.entries.indices {
      listing.entries[index].gitMark = marks[listing.entries[index].name]
    }
    return listing
  }
}
