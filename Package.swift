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
  // Each function in a section of its own, which a linker can place.
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// Lays the functions side by side that a key press and a start run, as `navbench functions` tells them: a press
/// that finds no cache warm takes a tenth longer when they are spread over a thousand pages of a program.
let ordered = LinkerSetting.unsafeFlags(
  [
    "-use-ld=lld", "-Xlinker", "--no-warn-symbol-ordering", "-Xlinker",
    "--symbol-ordering-file=\(Context.packageDirectory)/deploy/functions.txt", "-Xlinker",
    "--no-export-dynamic",
  ],
  .when(configuration: .release)
)

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
  .executableTarget(
    name: name,
    dependencies: dependencies,
    swiftSettings: strict,
    linkerSettings: [ordered]
  )
}

/// Tests are not optimised: an optimised build of them takes several times as long and tests the same.
///
/// `exclude`: files that tests read where they stand. `isOptimised`: where the tests themselves compute for long.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = [],
  isOptimised: Bool = false
) -> Target {
  // Nobody imports tests, and no debugger reads them: no second run of the compiler makes a module of them.
  var flags = ["-no-emit-module-separately-wmo", "-Xfrontend", "-disable-round-trip-debug-types"]
  if !isOptimised { flags.append("-Onone") }
  return .testTarget(
    name: name,
    dependencies: dependencies + ["NavTestKit"],
    exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(flags, .when(configuration: .release))]
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
    .executable(name: "navpicture", targets: ["navpicture"]),
    // The modules of both programs: one build of them has work for all processors.
    .library(name: "programs", type: .static, targets: ["NavDaemon", "NavClient"]),
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
    // Finds stb_image.h among the headers of the system, and takes its memory for libwebp from its own.
    .executableTarget(
      name: "navpicture",
      linkerSettings: [
        .linkedLibrary(":libwebp.a"),
        .unsafeFlags(
          ["Malloc", "Calloc", "Free"].flatMap { ["-Xlinker", "--wrap=WebPSafe\($0)"] }
        ),
      ]
    ),
    .target(name: "CNavTOML", linkerSettings: [.linkedLibrary("tomlplusplus")]),

    pure("NavBase", ["CUTF8Proc"]),
    pure("NavScene", ["NavBase"]),
    pure("NavWire", ["NavBase", "NavScene"]),
    pure("NavEngine", ["NavBase", "NavScene"]),
    pure("NavHost", ["NavBase", "NavScene", "NavWire", "NavEngine"]),
    pure("NavViewer", ["NavBase", "NavScene", "NavWire"]),

    shell("ZeroMQ", ["CZeroMQ"]),
    shell("NavSystem", ["NavBase", "NavWire", "ZeroMQ", "CNavSupport", "CNavTOML", "CSodium"]),
    shell(
      "NavContent",
      ["NavBase", "NavSystem", "CCMark", "CNavMarkdown", "CNavSupport", "CYAML"]
    ),
    shell("NavStore", ["NavBase", "CSQLite"], exclude: ["README.md"]),
    shell(
      "NavDaemon",
      [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "ZeroMQ",
        "NavSystem",
        "NavContent", "NavStore", "CMicroHTTPD", "CNavSupport", "CSodium", logging,
      ]
    ),
    shell(
      "NavClient",
      [
        "NavBase", "NavScene", "NavWire", "NavViewer", "ZeroMQ", "NavSystem", "CNavSupport",
        "CQRencode",
      ]
    ),

    program(
      "navd",
      ["NavSystem", "NavContent", "NavDaemon", "NavBase", "NavWire", arguments]
    ),
    program(
      "navclient",
      [
        "NavSystem", "NavClient", "NavBase", "NavContent", "NavViewer", "NavScene", "NavWire",
        arguments,
      ]
    ),

    .target(
      name: "NavTestKit",
      dependencies: [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "NavStore",
      ],
      path: "Tests/NavTestKit",
      swiftSettings: strict
    ),
    .target(name: "NavProcessKit", path: "Tests/NavProcessKit", swiftSettings: strict),
    .target(
      name: "NavSimulation",
      dependencies: [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "NavSystem",
        "NavStore", "NavDaemon", "NavTestKit",
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
        "CNavFloor", "NavBase", "NavScene", "NavEngine", "NavWire", "NavViewer", "NavSystem",
        "ZeroMQ", "CNavSupport", "NavProcessKit", arguments,
      ],
      path: "Tests/navbench",
      swiftSettings: strict
    ),
    .target(
      name: "FuzzBodies",
      dependencies: [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "ZeroMQ",
        "NavContent", "NavStore", "NavDaemon", "NavTestKit",
      ],
      path: "Tests/Fuzzing/Bodies",
      swiftSettings: strict
    ),
    tests("NavBaseTests", ["NavBase"]),
    tests("NavSceneTests", ["NavBase", "NavScene"]),
    tests(
      "NavWireTests",
      ["NavBase", "NavScene", "NavWire", "NavEngine"],
      exclude: ["Golden", "Peer"]
    ),
    tests(
      "NavEngineTests",
      ["NavBase", "NavScene", "NavEngine"],
      exclude: ["Layout/Golden", "Layout/Fixtures"]
    ),
    tests(
      "NavHostTests",
      [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "ZeroMQ", "NavSystem",
        "NavContent", "NavDaemon",
      ]
    ),
    tests(
      "NavViewerTests",
      [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "NavContent",
        "NavDaemon", "NavClient", "CVTerm",
      ],
      exclude: ["Viewer/Golden", "Viewer/Gallery/Golden", "Viewer/Gallery/Scenes"]
    ),
    tests("ZeroMQTests", ["ZeroMQ", "NavProcessKit"]),
    tests("NavSystemTests", ["NavBase", "NavWire", "ZeroMQ", "NavSystem", "CNavSupport"]),
    tests(
      "NavContentTests",
      ["NavBase", "NavScene", "NavEngine", "NavSystem", "NavContent", "navpicture"]
    ),
    tests("NavStoreTests", ["NavBase", "NavStore", "CSQLite"], exclude: ["Store/Frozen"]),
    tests(
      "NavDaemonTests",
      [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavHost", "NavViewer", "ZeroMQ",
        "NavSystem", "NavContent", "NavStore", "NavDaemon", "CNavSupport", logging,
      ],
      exclude: ["Preview/Golden", "Preview/Recordings", "Preview/Scenes"]
    ),
    tests(
      "NavClientTests",
      [
        "NavBase", "NavScene", "NavWire", "NavEngine", "NavViewer", "ZeroMQ", "NavSystem",
        "NavContent", "NavClient", "navclient", "CNavSupport", arguments,
      ]
    ),
    tests(
      "NavManualTests",
      [
        "NavBase", "NavWire", "NavEngine", "NavHost", "NavViewer", "NavSystem", "NavContent",
        "NavDaemon", "NavClient", "navd", "navclient", arguments,
      ],
      exclude: ["Prose"]
    ),
    tests("NavSimulationTests", ["FuzzBodies", "NavSimulation"]),
    tests("NavTidyTests", [], isOptimised: true),
    tests(
      "NavEndToEndTests",
      ["navd", "navclient", "navbench", "CNavSupport", "NavProcessKit"],
      exclude: ["Network", "ThirdParty"]
    ),
  ] + fuzzers,
  cxxLanguageStandard: .cxx17
)

// `NAV_TESTS=NavBaseTests,NavEngineTests`: builds those test targets and no other, for a short way from an edit to
// its tests.
if let chosen = Context.environment["NAV_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
