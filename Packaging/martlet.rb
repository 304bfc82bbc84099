# A Homebrew formula. On Linux it installs the tarball of `make dist`, on macOS it builds from source.
# `make dist` writes a copy to .build-dist with the addresses and checksums of a release.
class Martlet < Formula
  desc "Query shell for typed object models"
  homepage "https://github.com/martlet/martlet"
  license "Apache-2.0"

  on_macos do
    # source
    head "https://github.com/martlet/martlet.git", branch: "main"
    depends_on xcode: ["16.3", :build]
    depends_on macos: :sequoia
  end

  on_linux do
    # linux
    depends_on arch: :x86_64
  end

  def install
    if File.exist? "Makefile"
      system "make", "install", "PREFIX=#{prefix}"
    else
      prefix.install "bin", "share"
    end
  end

  test do
    (testpath/"people.csv").write "name,age\nAda,36\nBob,7\n"
    assert_equal "1", shell_output("#{bin}/martlet people.csv -c 'count people where age > 10'").strip
  end
end
