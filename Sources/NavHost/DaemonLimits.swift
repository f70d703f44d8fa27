package import NavBase

/// The daemon's named limits (proto/README.md: Limits).
///
/// Those of `ConfigurableLimits` are defaults, in force without a configuration.
package enum DaemonLimits {
  package static let sessions = 256
  package static let viewers = 5_000
  package static let streamsPerSession = 64
  package static let streams = 256
  /// Viewers that one beat asks to move to another stream; others are asked by a later beat.
  package static let movesPerBeat = 256
  /// The smallest size that letterboxed viewers use.
  package static let smallestReference = CellSize(columns: 10, rows: 3)
  /// Bytes of one request.
  package static let requestBytes = 1 << 20
  /// Bytes of one subscription message.
  package static let subscriptionBytes = 128
  /// Bytes of one message of the layout socket where connections are encrypted: their handshake has longer ones.
  package static let handshakeBytes = 512
  /// Connections of one endpoint that wait to be accepted, if the system permits so many.
  package static let backlog = 1_024
  /// Topics that one connection holds at a time; a viewer has two.
  package static let topicsPerConnection = 16
  /// Subscription messages that wait for one connection; it reads no further ones meanwhile.
  package static let waitingSubscriptions = 16
  /// Viewers of one session that look around on their own.
  package static let privateViews = 256
  /// Clients, names, addresses and keys that are kept out of one session; of more, those with the shortest time come in again.
  package static let exclusions = 1_000
  /// Messages queued for one slow subscriber; further ones are dropped.
  package static let waitingMessages = 128
  /// Replies that wait for one connection to read them; further ones are dropped.
  package static let waitingReplies = 1_000
  /// Requests of one connection: the sustained rate per second, and the burst after a time of silence.
  package static let requestsPerSecond = 500
  package static let requestBurst = 1_000
  /// Viewers of one credential of a network (`CredentialLimits`).
  package static let credentialViewers = 64
  /// Terminal sizes that are laid out for one key alone.
  package static let credentialStreams = 16
  /// Requests of one key per second, over all its connections; twice as many at once, after a time of silence.
  package static let credentialRequestsPerSecond = 2_000
  /// Requests received in one turn, so that a flood can't delay other work; connections are served in rotation.
  package static let requestsPerTurn = 256
  /// Requests of one principal that wait to be carried out.
  package static let queuedRequests = 4_096
  /// The same for all together; then no more are received until some were carried out.
  package static let queuedRequestsOfAll = 16_384
  /// Messages of the layout socket handled in one turn.
  package static let subscriptionsPerTurn = 512
  /// Connections whose requests are counted; for those silent longest, counting restarts first.
  package static let countedConnections = 10_000
  /// Bytes that the motion of an update may add to its end; a motion that needs more is not shown.
  package static let motionBytes = 64 << 10
  /// Replies kept per client, for requests that are sent again.
  package static let storedReplies = Int(StoreLimits.repliesPerClient)
  /// Replies kept for all clients together.
  package static let storedRepliesOfAll = 400_000
  /// Changes stored after a session's snapshot, before a new snapshot is stored.
  package static let changesBehindSnapshot = 256
  /// Clients whose replies are kept, and how long after their last request.
  package static let clients = 100_000
  package static let clientLifetime = Duration.seconds(24 * 3600)
  /// The memory of the contents of all sessions together, in MiB (`SessionContent.memorySize`).
  package static let memory = 1_024
  /// Inputs that wait behind one that waits for a page, in one session.
  package static let waitingInputs = 256
  /// Waits that one client has open at a time.
  package static let waitsPerClient = 8
  /// Waits that all clients together have open at a time.
  package static let waits = 2_000
  /// The memory of one session's journal, in MiB.
  package static let journal = 64
  /// Clients that read journals at a time.
  package static let journalReaders = 64
  /// Jobs of the content loader that run at a time, each on a thread of its own.
  package static let loads = 32
  /// Of them, those of one peer that creates sessions, or of one session.
  package static let loadsOfOwner = 16
  /// Of them, those that run when another session is restored: more wait, so that the others are not refused.
  package static let restorations = 24
  /// Pictures made at a time, for all clients together.
  package static let pictures = 8
  /// Pages read at a time for past states, for all clients together.
  package static let pastPages = 16
  /// Exports kept at a time, for all clients together.
  package static let exports = 4
  /// The parts of an export that are written, and kept, at a time (`Request.Export.partBytes`).
  package static let exportParts = 16
  /// Snapshots and other layouts that wait for the worker which makes them, for all clients together.
  package static let waitingSnapshots = 512
  /// Finds handled at the same moment, for all clients together.
  package static let finds = 16
  /// Jobs at a time that wrap long texts for a layout.
  package static let wrappings = 16
  /// Bundles that are kept at a time, with missing files or complete, for all clients together.
  package static let bundles = 128
  /// Bytes of all bundles together.
  package static let bundleBytes = 1 << 30
  /// Bundles of one principal; all processes of the daemon's machine count as one principal.
  package static let bundlesOfPrincipal = 32
  /// Bytes of these.
  package static let bundleBytesOfPrincipal = 256 << 20
  /// Bundles that are written at the same moment, for all clients together.
  package static let bundleJobs = 8
  /// Requests that wait for one session's content.
  package static let waitingPerSession = 256
}

/// The daemon's intervals (proto/README.md).
package enum DaemonTiming {
  package static let beat = Duration.seconds(1)
  /// A participant may ask one question in this time.
  package static let questionPause = Duration.seconds(10)
  /// A viewer that is silent for this long is gone.
  package static let viewerLifetime = Duration.seconds(6)
  /// A stream outlives its last subscriber by this.
  package static let streamLinger = Duration.seconds(10)
  /// The time that reading a page may take; then its operation is rejected and the session continues.
  ///
  /// A search of a large text takes as long as it has to, as long as it is heard of in this time.
  package static let opening = Duration.seconds(10)
  /// An operation that waits is not wanted any more if its client has not repeated it for this long (proto/README.md:
  /// Input, exactly once); clients repeat it at least every 5 s.
  package static let repetition = Duration.seconds(12)
  /// A pan without a move for this long is released (Sources/README.md, decision 2).
  package static let pan = Duration.seconds(5)
  /// The interval at which the whole state is offered to a store that refuses writes.
  package static let storeRetry = Duration.seconds(1)
  /// The time for which operations wait for a commit before they are refused for the time being.
  package static let commit = Duration.seconds(10)
  /// The pause after which a client repeats such an operation.
  package static let commitRetry = Duration.seconds(1)
  /// The age at which entries of journals are dropped.
  package static let journal = Duration.seconds(7_200)
  /// The time between two states in a journal while entries are added.
  package static let journalState = Duration.seconds(10)
  /// The time for which entries are gathered for a recording.
  package static let journalPart = Duration.seconds(1)
  /// A session counts as recorded until its recorder is silent for this long.
  package static let recording = Duration.seconds(3)
  /// The time that viewers wait for a session to be restored after a restart, before a notice is shown instead.
  package static let restoration = Duration.seconds(2)
  /// The shortest time between two preview loads: of entries selected faster, only the newest is read.
  package static let preview = Duration.milliseconds(60)
  /// The interval at which missing content is looked for.
  package static let missingContent = Duration.seconds(2)
  /// The longest wait of reloaded content for the end of a running motion.
  package static let reload = Duration.seconds(1)
  /// The time for which an export is kept after the last request for it, and that reading it may take.
  package static let export = Duration.seconds(30)
  /// The time for which a bundle is kept that no session shows.
  package static let bundle = Duration.seconds(3_600)
  /// The same for one that was replaced by a newer version.
  package static let oldBundle = Duration.seconds(60)
  /// Viewers that return to a stream within this time of one another are answered by one keyframe; also the shortest
  /// time between two keyframes.
  package static let keyframe = Duration.milliseconds(150)
  /// The shortest time between two Beats of a stream.
  package static let beatPause = Duration.milliseconds(250)
  /// Scripts lose control of a session when none of them has moved it for this long.
  package static let scriptControl = Duration.seconds(60)
  /// A private view without an input for this long ends.
  package static let privateView = Duration.seconds(600)
  /// The time for which the client of a viewer that was removed stays out of the session.
  package static let exclusion = Duration.seconds(600)
  /// Presence is published at most this often.
  package static let presence = Duration.milliseconds(250)
  /// The processor time that the requests of one turn may take.
  package static let turn = Duration.milliseconds(5)
  /// The time from an update to laying out what may be shown next, so that the terminals have the processors first.
  package static let lookAhead = Duration.milliseconds(2)
  /// The estimated processor time up to which a snapshot is laid out by the loop itself.
  static let quickLayout = Duration.milliseconds(1)
  /// The time for which a text of the metrics is used for further requests.
  static let metrics = Duration.milliseconds(100)
  /// The pause for a principal with too many requests that wait.
  static let fullQueue = Duration.milliseconds(500)
  /// The longest wait of a daemon that stops for reads and writes in progress.
  package static let farewell = Duration.milliseconds(500)
}
