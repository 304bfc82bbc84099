#if SwiftData
  import Dispatch

  /// Runs the tasks of an actor and provides their context.
  public protocol ModelExecutor: AnyObject, Sendable, Executor {
    /// The actor's context. Use it only within the actor.
    var modelContext: ModelContext { get }
  }

  /// A ``ModelExecutor`` that is also a serial executor.
  public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

  /// Runs the tasks of an actor one after the other.
  public final class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
    /// The context of the actor.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// Creates an executor.
    public init(modelContext: ModelContext) {
      self.modelContext = modelContext
    }

    /// Enqueues a job of a task.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedSerialExecutor()
      queue.async { job.runSynchronously(on: executor) }
    }

    /// The executor as an unowned reference.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  /// An actor with its own context. Attach ``ModelActor(disableGenerateInit:)`` to declare one.
  public protocol ModelActor: Actor {
    nonisolated var modelContainer: ModelContainer { get }
    nonisolated var modelExecutor: any ModelExecutor { get }
  }

  extension ModelActor {
    /// Runs the tasks of the actor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      guard let executor = modelExecutor as? any SerialModelExecutor else {
        preconditionFailure("the executor of a model actor must be serial")
      }
      return executor.asUnownedSerialExecutor()
    }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The object with this identity in the actor's context.
    public subscript<Model: PersistentModel>(
      id: PersistentIdentifier,
      as type: Model.Type
    ) -> Model? {
      modelContext.model(for: id) as? Model
    }
  }
#endif
