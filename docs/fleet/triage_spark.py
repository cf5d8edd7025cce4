"""Runs `triage` over a folder of logs on a Spark cluster, and merges the reports.

    spark-submit triage_spark.py --tool /opt/cart-replay s3a://sessions/2026-11 report.json

The folder may be on any file system that Spark reads; the tool, the app's own, has to be on each
executor. Options after `--` go to `triage`. A task that fails or whose executor is lost is run
again by Spark, and its logs are counted once. The report is the one that `triage .` gives in the
folder on one machine: print it with `rexreplay triage --merge report.json`.

A file is a log here, so join the segments of a session first: concatenated, they are a log. Spark
leaves out empty files.
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession


def run(words, folder=None, input=None):
    """What the tool prints; a negative answer is one, too, but wrong usage is an error."""
    done = subprocess.run(words, cwd=folder, input=input, capture_output=True)
    if not done.stdout or done.returncode == 2:
        raise RuntimeError(f"{words[:2]} exited with {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def without_scheme(path):
    return re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*:/+", "/", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the app's tool, as executors find it")
    parser.add_argument("folder", help="the folder with the logs, and with others inside it")
    parser.add_argument("report", help="the file for the report, on the driver")
    parser.add_argument("options", nargs="*", help="options of triage, after --")
    words = parser.parse_args()
    tool, options = words.tool, words.options
    url = words.folder if re.match(r"^[A-Za-z][A-Za-z0-9+.-]*:/", words.folder) else str(
        Path(words.folder).resolve())
    root = without_scheme(url).rstrip("/") + "/"

    def triage(rows):
        """The report of a partition's logs, which have the names that they have in the folder."""
        with tempfile.TemporaryDirectory() as folder:
            count = 0
            for row in rows:
                log = Path(folder, without_scheme(row.path).removeprefix(root))
                log.parent.mkdir(parents=True, exist_ok=True)
                log.write_bytes(row.content)
                count += 1
            if count:
                yield run([tool, "triage", ".", "--json", *options], folder)

    def merge(one, other):
        return run([tool, "triage", "--merge", "-", "--json"], input=one + other)

    spark = SparkSession.builder.appName("triage").getOrCreate()
    logs = (
        spark.read.format("binaryFile").option("pathGlobFilter", "*.jsonl")
        .option("recursiveFileLookup", "true").load(url).select("path", "content"))
    report = logs.rdd.mapPartitions(triage).treeReduce(merge)
    Path(words.report).write_bytes(report)
    spark.stop()


main()
