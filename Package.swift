// swift-tools-version: 6.2

import PackageDescription

/// Settings of every target of ours: strict language modes, and no warning survives.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// A module without sockets, files, clocks, random numbers or threads.
///
/// `NavTidyTests` checks it.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + [.strictMemorySafety()])
}

/// A module that touches the world.
func shell(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// `exclude`: files that tests read where they stand.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies + ["NavTestKit"],
    exclude: exclude,
    swiftSettings: strict
  )
}

/// The programs that libFuzzer runs: for `deploy/fuzz` alone, which sets the variable; no other build knows them.
///
/// Each is a folder of `Tests/Fuzzing`.
let fuzzers: [Target] =
  Context.environment["NAV_FUZZING"] == nil
  ? []
  : [
    "FuzzWire", "FuzzRequests", "FuzzReplica", "FuzzStore", "FuzzPrinted", "FuzzOutline",
    "FuzzInvitation", "FuzzZAP", "FuzzBundle",
  ].map { name in
    .executableTarget(
      name: name,
      dependencies: ["FuzzBodies"],
      path: "Tests/Fuzzing/\(name)",
      swiftSettings: strict
    )
  }

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "navd",
  products: [
    .executable(name: "navd", targets: ["navd"]),
    .executable(name: "navclient", targets: ["navclient"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    .systemLibrary(name: "CZeroMQ"),
    .systemLibrary(name: "CCMark"),
    .systemLibrary(name: "CUTF8Proc"),
    .systemLibrary(name: "CQRencode"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CVTerm"),
    .systemLibrary(name: "CYAML"),
    .target(name: "CNavSupport"),
    .target(name: "CMicroHTTPD"),
    .target(name: "CNavMarkdown", dependencies: ["CCMark"]),
    .target(name: "CNavTOML", linkerSettings: [.linkedLibrary("tomlplusplus")]),

    pure("NavGeometry"),
    pure("NavText", ["CUTF8Proc"]),
    pure("NavCommands", ["NavText"]),
    pure("NavScene", ["NavGeometry", "NavText", "NavCommands"]),
    pure("NavModel", ["NavText", "NavCommands"]),
    pure("NavLayout", ["NavGeometry", "NavText", "NavScene", "NavModel", "NavCommands"]),
    pure(
      "NavSession",
      ["NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands"]
    ),
    pure("NavSync", ["NavGeometry", "NavText", "NavScene"]),
    pure(
      "NavWire",
      ["NavGeometry", "NavText", "NavScene", "NavModel", "NavSync", "NavCommands"]
    ),
    pure(
      "NavHost",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavWire",
      ]
    ),
    pure("NavCanvas", ["NavGeometry", "NavText", "NavScene"]),
    pure("NavInput", ["NavCommands"]),
    pure(
      "NavViewer",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavCommands", "NavSync", "NavWire",
        "NavCanvas", "NavInput",
      ]
    ),

    shell("NavSystem", ["CNavSupport"]),
    shell("ZeroMQ", ["CZeroMQ"]),
    shell("SQLite", ["CSQLite"]),
    shell("MicroHTTPD", ["CMicroHTTPD"]),
    shell("NavInspect", ["NavGeometry", "NavText", "NavScene", "NavCanvas"]),
    shell(
      "NavContent",
      [
        "NavText", "NavCommands", "NavModel", "NavLayout", "CCMark", "NavSystem", "CNavSupport",
        "CNavMarkdown", "CYAML",
      ]
    ),
    shell("NavStore", ["NavModel", "SQLite"], exclude: ["README.md"]),
    shell("NavConfiguration", ["NavText", "NavCommands", "NavModel", "CNavTOML"]),
    shell("NavKeys", ["NavText", "NavModel", "NavWire", "NavConfiguration", "ZeroMQ", "CSodium"]),
    shell("NavTerminal", ["NavGeometry", "NavCanvas", "NavSystem", "CNavSupport"]),
    shell(
      "NavDaemon",
      [
        "NavText", "NavScene", "NavModel", "NavCommands", "NavSession", "NavWire", "NavHost",
        "NavSystem", "NavContent", "NavStore", "NavConfiguration", "NavKeys", "ZeroMQ",
        "MicroHTTPD", "CSodium", "CNavSupport", logging,
      ]
    ),
    shell(
      "NavClient",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavCommands", "NavSync", "NavWire",
        "NavCanvas", "NavInput", "NavViewer", "NavSystem", "NavInspect", "NavConfiguration",
        "NavTerminal",
        "NavKeys", "ZeroMQ",
        "CNavSupport", "CQRencode",
      ]
    ),
    shell(
      "NavPreview",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavCanvas", "NavInspect", "NavContent",
      ]
    ),
    program(
      "navd",
      [
        "NavConfiguration", "NavContent", "NavDaemon", "NavGeometry", "NavModel", "NavPreview",
        "NavWire", arguments,
      ]
    ),
    program(
      "navclient",
      [
        "NavConfiguration", "NavClient", "NavCommands", "NavContent", "NavGeometry", "NavInspect",
        "NavModel", "NavScene", "NavTerminal", "NavText", "NavViewer", "NavWire", arguments,
      ]
    ),

    .target(
      name: "NavTestKit",
      dependencies: [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavStore",
      ],
      path: "Tests/NavTestKit",
      swiftSettings: strict
    ),
    .target(
      name: "NavCoreKit",
      dependencies: [
        "NavModel", "NavSession", "NavHost", "NavViewer",
      ],
      path: "Tests/NavCoreKit",
      swiftSettings: strict
    ),
    .target(name: "NavProcessKit", path: "Tests/NavProcessKit", swiftSettings: strict),
    .target(
      name: "NavSimulation",
      dependencies: [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavWire", "NavInput", "NavHost", "NavViewer", "NavStore",
        "NavConfiguration",
        "NavDaemon", "NavTestKit", "NavCoreKit",
      ],
      path: "Tests/NavSimulation",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "navsim",
      dependencies: ["NavSimulation", "NavTestKit", arguments],
      path: "Tests/navsim",
      swiftSettings: strict
    ),
    // Its libzmq is the one that CZeroMQ links.
    .target(name: "CNavFloor", path: "Tests/CNavFloor", linkerSettings: [.linkedLibrary("zmq")]),
    .executableTarget(
      name: "navbench",
      dependencies: [
        "CNavFloor", "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands",
        "NavSync",
        "NavWire", "NavCanvas", "NavSystem", "ZeroMQ", "CNavSupport", "NavProcessKit",
        arguments,
      ],
      path: "Tests/navbench",
      swiftSettings: strict
    ),
    tests("ZeroMQTests", ["ZeroMQ"]),
    tests("SQLiteTests", ["SQLite"]),
    tests("NavGeometryTests", ["NavGeometry"]),
    tests("NavTextTests", ["NavText"]),
    tests(
      "NavLayoutTests",
      ["NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSync"],
      exclude: ["Golden", "Fixtures"]
    ),
    tests("NavCommandsTests", ["NavCommands"]),
    tests(
      "NavSessionTests",
      ["NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession"]
    ),
    tests("NavSyncTests", ["NavGeometry", "NavText", "NavScene", "NavSync"]),
    tests(
      "NavWireTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavWire",
      ],
      exclude: ["Golden", "Peer"]
    ),
    tests(
      "NavCanvasTests",
      [
        "NavGeometry", "NavText", "NavCommands", "NavScene", "NavModel", "NavLayout", "NavCanvas",
        "CVTerm",
      ]
    ),
    tests("NavInputTests", ["NavCommands", "NavInput"]),
    tests(
      "NavContentTests",
      [
        "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSystem", "NavContent",
      ]
    ),
    tests("NavStoreTests", ["CSQLite", "SQLite", "NavModel", "NavStore"], exclude: ["Frozen"]),
    tests("NavSystemTests", ["NavSystem"]),
    tests("NavConfigurationTests", ["NavConfiguration"]),
    tests("NavKeysTests", ["NavWire", "NavKeys", "ZeroMQ"]),
    tests(
      "NavTerminalTests",
      ["NavGeometry", "NavCanvas", "NavInput", "NavTerminal", "CNavSupport"]
    ),
    tests(
      "NavHostTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavWire", "NavHost", "NavContent", "NavConfiguration",
        "NavDaemon", "ZeroMQ",
        "NavCoreKit",
      ]
    ),
    tests(
      "NavViewerTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavSync", "NavWire", "NavCanvas", "NavInput", "NavHost", "NavViewer", "NavTerminal",
        "NavContent", "NavStore", "NavDaemon", "NavPreview", "NavClient", "NavCoreKit",
      ],
      exclude: ["Golden", "Gallery/Golden", "Gallery/Scenes"]
    ),
    tests(
      "NavDaemonTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavWire", "NavHost", "NavKeys", "NavContent", "NavConfiguration", "NavDaemon", "ZeroMQ",
        "CNavSupport", logging,
      ]
    ),
    tests(
      "NavClientTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavCommands", "NavSession", "NavWire",
        "NavCanvas", "NavInput", "NavInspect", "NavConfiguration", "NavTerminal", "NavContent",
        "NavViewer", "NavClient", "navclient", "ZeroMQ", arguments,
      ]
    ),
    tests(
      "NavPreviewTests",
      [
        "NavGeometry", "NavText", "NavScene", "NavModel", "NavLayout", "NavCommands", "NavSession",
        "NavInspect", "NavContent", "NavPreview",
      ],
      exclude: ["Golden", "Scenes"]
    ),
    tests(
      "NavManualTests",
      [
        "NavText", "NavModel", "NavCommands", "NavSession", "NavWire", "NavInput", "NavContent",
        "NavConfiguration", "NavTerminal", "NavViewer", "NavClient", "NavHost", "NavDaemon",
        "navclient", "navd", arguments,
      ],
      exclude: ["Prose"]
    ),
    tests("NavSimulationTests", ["NavSimulation"]),
    .target(
      name: "FuzzBodies",
      dependencies: [
        "NavGeometry", "NavText", "NavScene", "NavLayout", "NavCommands", "NavSession", "NavSync",
        "NavModel", "NavWire", "NavHost", "NavContent", "NavStore", "NavDaemon", "NavViewer",
        "ZeroMQ", "NavTestKit", "NavCoreKit",
      ],
      path: "Tests/Fuzzing/Bodies",
      swiftSettings: strict
    ),
    tests("FuzzingTests", ["FuzzBodies"]),
    tests("NavTidyTests", []),
    tests(
      "NavEndToEndTests",
      ["navd", "navclient", "navbench", "CNavSupport", "NavProcessKit"],
      exclude: ["Network", "ThirdParty"]
    ),
  ] + fuzzers,
  cxxLanguageStandard: .cxx17
)

// `NAV_TESTS=NavTextTests,NavLayoutTests`: builds those test targets and no other, for a short way from an edit to
// its tests.
if let chosen = Context.environment["NAV_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
