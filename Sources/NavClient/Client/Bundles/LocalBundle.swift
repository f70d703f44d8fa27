import Glibc
import NavBase
import NavSystem
import NavViewer
import NavWire

/// The files of a bundle on the machine of the client that sends them, or one that exists in its memory only.
struct LocalBundle: Sendable {
  let manifest: BundleManifest
  private let sources: [ContentHash: Source]
  /// The directory that no file is read outside of.
  private let root: String

  private enum Source: Sendable {
    /// The absolute path of one file with the hash.
    case file(String)
    case memory([UInt8])
  }

  /// Reads all files for their hashes.
  ///
  /// - Throws: `.noInput` for a file that can't be read, or if they are too many.
  init(_ files: ContentFiles) throws(ClientExit) {
    var (listed, sources): ([BundleFile], [ContentHash: Source]) = ([], [:])
    for path in files.paths {
      let place = files.directory + "/" + path
      let (bytes, status) = try Self.read(place, beneath: files.root)
      let hash = ContentHash(of: bytes)
      sources[hash] = .file(place)
      let isExecutable = status.st_mode & S_IXUSR != 0
      listed.append(
        BundleFile(path: path, size: bytes.count, hash: hash, isExecutable: isExecutable)
      )
    }
    manifest = try Self.manifest(of: listed)
    self.sources = sources
    root = files.root
  }

  /// - Parameters:
  ///   - bytes: the bytes of the only file.
  ///   - path: its path in the bundle.
  /// - Throws: `.noInput` if it is too long.
  init(_ bytes: [UInt8], at path: String) throws(ClientExit) {
    let hash = ContentHash(of: bytes)
    manifest = try Self.manifest(of: [BundleFile(path: path, size: bytes.count, hash: hash)])
    sources = [hash: .memory(bytes)]
    root = ""
  }

  /// - Parameters:
  ///   - files: the files.
  ///   - bytes: the bytes of each.
  /// - Throws: `.noInput` if they can't be a bundle.
  init(_ files: [BundleFile], _ bytes: [ContentHash: [UInt8]]) throws(ClientExit) {
    manifest = try Self.manifest(of: files)
    sources = bytes.mapValues { .memory($0) }
    root = ""
  }

  private static func manifest(of files: [BundleFile]) throws(ClientExit) -> BundleManifest {
    do throws(Rejection) {
      return try BundleManifest(files)
    } catch {
      throw ClientExit(.noInput, sanitized(error.description))
    }
  }

  /// Returns the next pieces of files, as many as fit into one request; an empty list if nothing is missing.
  ///
  /// - Parameter received: how many bytes of each incomplete file the daemon has.
  /// - Returns: the pieces.
  /// - Throws: `.noInput` for a file that can't be read any more, or that is shorter than before.
  func pieces(after received: [ContentHash: Int]) throws(ClientExit) -> [Request.Bundle.Piece] {
    var (pieces, room): ([Request.Bundle.Piece], Int) = ([], BundleManifest.Limits.pieceBytes)
    for (hash, offset) in received {
      guard pieces.count < BundleManifest.Limits.pieces, room > 0, let source = sources[hash] else {
        break
      }
      let bytes: [UInt8]
      switch source {
      case .memory(let whole): bytes = Array(whole.dropFirst(offset).prefix(room))
      case .file(let path):
        bytes = try Self.read(path, beneath: root, from: offset, atMost: room).bytes
        guard !bytes.isEmpty else { throw Self.changed(path) }
      }
      room -= bytes.count
      pieces.append(Request.Bundle.Piece(of: hash, offset: offset, bytes: bytes))
    }
    return pieces
  }

  /// - Parameter root: the directory that links may not lead out of; empty for `/`.
  private static func read(
    _ path: String,
    beneath root: String,
    from offset: Int = 0,
    atMost count: Int = BundleManifest.Limits.bytes + 1
  ) throws(ClientExit) -> (bytes: [UInt8], status: stat) {
    do throws(SystemFailure) {
      let file = try Descriptor(opening: path.utf8, beneath: root.isEmpty ? "/" : root)
      guard lseek(file.number, offset, SEEK_SET) == offset else { throw SystemFailure(code: errno) }
      return (try file.read(atMost: count), try file.status())
    } catch {
      throw unreadable(path, error)
    }
  }

  private static func unreadable(_ path: String, _ failure: SystemFailure) -> ClientExit {
    let reason = String(cString: strerror(failure.code))
    return ClientExit(.noInput, sanitized("can't read \(path): \(reason)"))
  }

  private static func changed(_ path: String) -> ClientExit {
    ClientExit(.noInput, sanitized("\(path) has changed while it was sent: try again"))
  }
}
