import CNavSupport
import Glibc
import NavContent
import NavLayout
import NavWire
import Synchronization

/// Reads content on threads of its own, so that a slow disk never stops the poll loop; finished work is
/// announced on a descriptor.
final class ContentLoader: Sendable {
  struct Finished: Sendable {
    var ticket: UInt64
    var result: Result<[PageContent], ContentFailure>
  }

  /// Readable while finished work waits.
  let descriptor: Int32
  private let finished = Mutex<[Finished]>([])

  init() throws(DaemonError) {
    descriptor = nav_eventfd_open()
    guard descriptor >= 0 else {
      throw DaemonError(.unavailable, "can't create an event descriptor: \(systemReason())")
    }
  }

  deinit {
    close(descriptor)
  }

  func load(_ content: ContentDescription, ticket: UInt64) {
    let work = Work { [self] in
      let result = Result { () throws(ContentFailure) in try pages(of: content) }
      finished.withLock { $0.append(Finished(ticket: ticket, result: result)) }
      _ = nav_eventfd_signal(descriptor)
    }
    guard work.start() else {
      let failure = ContentFailure("can't start a thread to read the content: try again")
      finished.withLock { $0.append(Finished(ticket: ticket, result: .failure(failure))) }
      _ = nav_eventfd_signal(descriptor)
      return
    }
  }

  /// Everything that was finished since the last call.
  func takeFinished() -> [Finished] {
    _ = nav_eventfd_drain(descriptor)
    return finished.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// A piece of work for a thread of its own.
private final class Work: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// False when no thread could be started; the work is not done then.
  func start() -> Bool {
    var thread = pthread_t()
    let unmanaged = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      unmanaged.toOpaque()
    )
    guard status == 0 else {
      unmanaged.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

private func pages(of content: ContentDescription) throws(ContentFailure) -> [PageContent] {
  let source: ContentSource =
    switch content {
    case .tour(let command): .tour(command: command)
    case .deck(let path): .deck(path: path)
    }
  do {
    return try source.load().slides.map { PageContent(title: $0.title, document: $0.document) }
  } catch {
    throw ContentFailure(error.description)
  }
}

func systemReason() -> String {
  String(cString: strerror(errno))
}
