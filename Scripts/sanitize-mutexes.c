// Tells the thread sanitizer of the locks that Swift's library takes and leaves in code that was not built with it:
// those of a Mutex for which a thread waits. Scripts/sanitize loads it before that library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Processes without the sanitizer, which tests start, have none.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

// _MutexHandle._lockSlow(_: UInt32)
METHOD void lock(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
METHOD void lock(uint32_t thread, SELF) {
  METHOD void (*next)(uint32_t, SELF) =
      (METHOD void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  next(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// _MutexHandle._tryLockSlow() -> Bool
METHOD _Bool try_lock(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
METHOD _Bool try_lock(SELF) {
  METHOD _Bool (*next)(SELF) =
      (METHOD _Bool (*)(SELF))dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
  _Bool is_locked = next(self);
  if (is_locked && __tsan_acquire) __tsan_acquire(self);
  return is_locked;
}

// _MutexHandle._unlockSlow()
METHOD void unlock(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
METHOD void unlock(SELF) {
  METHOD void (*next)(SELF) =
      (METHOD void (*)(SELF))dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  next(self);
}
