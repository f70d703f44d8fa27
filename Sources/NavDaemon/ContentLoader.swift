import CNavSupport
import Glibc
import NavLayout
import NavSession
import NavWire
import Synchronization

/// Reads content on threads of its own, so that a slow disk never stops the poll loop; finished work goes to a
/// mailbox.
final class ContentLoader: Sendable {
  private let mailbox: Mailbox<WorkerResult>
  /// Threads that are reading; one whose disk never answers counts for good.
  private let running = Mutex(0)

  init(_ mailbox: Mailbox<WorkerResult>) {
    self.mailbox = mailbox
  }

  func load(_ content: ContentDescription, ticket: UInt64) {
    start(
      { .content(ticket: ticket, Result { () throws(ContentFailure) in try content.read() }) },
      otherwise: { .content(ticket: ticket, .failure($0)) }
    )
  }

  func load(_ request: PageRequest, ticket: UInt64) {
    start(
      { .page(ticket: ticket, .success(request.page())) },
      otherwise: { .page(ticket: ticket, .failure($0)) }
    )
  }

  /// Reads a session's content again and leads it to its place.
  func restore(
    _ content: ContentDescription,
    place: NavigationPlace,
    version: UInt64,
    ticket: UInt64
  ) {
    start(
      {
        .restored(
          ticket: ticket,
          Result { () throws(ContentFailure) in
            try RestoredSession(try content.read(), at: place, version: version) { request in
              (request.page().content, isThere: request.isThere)
            }
          }
        )
      },
      otherwise: { .restored(ticket: ticket, .failure($0)) }
    )
  }

  private func start(
    _ body: @escaping @Sendable () -> WorkerResult,
    otherwise failed: (ContentFailure) -> WorkerResult
  ) {
    let isFree = running.withLock { running in
      guard running < DaemonLimits.loads else { return false }
      running += 1
      return true
    }
    guard isFree else {
      return mailbox.put(
        failed(
          ContentFailure(
            "\(DaemonLimits.loads) files are being read, the limit: try again when a disk answers"
          )
        )
      )
    }
    let work = Work { [self] in
      let finished = body()
      running.withLock { $0 -= 1 }
      mailbox.put(finished)
    }
    guard !work.start() else { return }
    running.withLock { $0 -= 1 }
    mailbox.put(failed(ContentFailure("can't start a thread to read the content: try again")))
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

func systemReason() -> String {
  String(cString: strerror(errno))
}
